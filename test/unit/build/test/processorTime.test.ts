import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { watchProcessorTime } from '../../../../build/test/processorTime.ts';

/** Busy for as much processor time, then still there until its input ends. */
const busy = (ms: number): string =>
  `const taken = () => { for (let n = 0; n < 1e6; n++); const { user, system } = process.cpuUsage(); return user + system; };
  while (taken() < ${String(ms * 1000)}); console.log('done'); process.stdin.resume();`;

function node(code: string): ChildProcess {
  return spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function secondsOf(child: ChildProcess, until: 'done' | 'exit'): Promise<number | undefined> {
  const stop = watchProcessorTime(child.pid ?? 0, 50);
  if (until === 'done' && child.stdout !== null) await once(child.stdout, 'data');
  else await once(child, 'exit');
  const seconds = stop();
  child.stdin?.end();
  return seconds;
}

describe.skipIf(process.platform !== 'linux')('the processor time of a process', () => {
  it('is told while it runs', async () => {
    const seconds = await secondsOf(node(busy(200)), 'done');
    expect(seconds).toBeGreaterThanOrEqual(0.19);
    expect(seconds).toBeLessThan(3);
  });

  it('counts what it starts, whether it waits for it or not', async () => {
    const child = (ms: number, options: string): string =>
      `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy(ms))}], ${options})`;
    // Its child is gone when this is looked at, however seldom that was.
    const waits = node(
      `${child(300, `{ stdio: ['ignore', 'ignore', 'inherit'] }`)}.on('exit', () => console.log('done')); process.stdin.resume();`,
    );
    expect(await secondsOf(waits, 'done')).toBeGreaterThanOrEqual(0.3);
    // It ends after many looks, and what it has started goes on.
    const leaves = node(
      `${child(1500, `{ stdio: ['inherit', 'inherit', 'inherit'], detached: true }`)}; setTimeout(() => process.exit(), 1000);`,
    );
    expect(await secondsOf(leaves, 'done')).toBeGreaterThanOrEqual(1.45);
  });

  it('does not grow while it waits', async () => {
    const seconds = await secondsOf(node(`setTimeout(() => process.exit(), 1000);`), 'exit');
    expect(seconds).toBeLessThan(0.8);
  });
});
