import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SampleRunner, type RunningSample } from '../../../../main/features/connections/sampleRunner.ts';
import { startNodeProcess } from '../../../../main/platform/system/childProcess.ts';
import { has, startSampleProcess } from '../../../../main/sample-service/sampleProcess.ts';
import { workers } from '../../../support/built.ts';
import { endWithThisProcess } from '../../../support/childProcess.ts';
import { sharedDataFolder } from '../../../support/sharedData.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { today } from './serviceClient.ts';

/** The process of the sample data service, as the app runs it. */

const size = { assets: 25, transactions: 400, today };
const dataFolder = sharedDataFolder(['process', size]) ?? makeTemporaryFolder('process');

/** The services that a runner has started, one after the other. */
function startRunner(idleMs: number): { runner: SampleRunner; started: RunningSample[] } {
  const started: RunningSample[] = [];
  const runner = new SampleRunner(async (signal) => {
    const running = await startSampleProcess({
      processUrl: workers.sample,
      startProcess: startNodeProcess,
      signal,
      cacheFolder: dataFolder,
      ...size,
    });
    started.push(running);
    return running;
  }, idleMs);
  onTestFinished(() => runner.close());
  return { runner, started };
}

/** Asks as a client does; returns the status once the answer has been read. */
async function ask(runner: SampleRunner): Promise<number> {
  const { url, key, release } = await runner.lease();
  try {
    const response = await fetch(`${url}/v4/assets`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return response.status;
  } finally {
    release();
  }
}

it('ends when nobody asks, and starts again with the next request', async () => {
  const { runner, started } = startRunner(20);
  expect(await ask(runner)).toBe(200);
  await started[0]?.ended;
  expect(runner.url).toBeUndefined();
  await expect(fetch(started[0]?.url ?? '')).rejects.toThrow();
  expect(await ask(runner)).toBe(200);
  expect(started).toHaveLength(2);
});

it('loses no request that comes while it ends and starts again @nightly', async () => {
  const { runner, started } = startRunner(3);
  const statuses: number[] = [];
  // Before, at and after the moment at which it ends.
  for (const gapMs of [0, 2, 3, 4, 5, 8]) {
    statuses.push(...(await Promise.all([ask(runner), ask(runner)])));
    await setTimeout(gapMs);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(started.length).toBeGreaterThan(1);
});

it('ends while it makes its data, and a start after that is whole @nightly', async () => {
  const cacheFolder = makeTemporaryFolder('process-stopped');
  const many = { assets: 400, transactions: 1000, cacheFolder };
  const stop = new AbortController();
  const options = { processUrl: workers.sample, startProcess: startNodeProcess, ...many };
  const starting = startSampleProcess({ ...options, signal: stop.signal });
  stop.abort();
  await expect(starting).rejects.toThrow(/ended before it listened/);
  const again = await startSampleProcess({ ...options, signal: new AbortController().signal });
  onTestFinished(() => again.close());
  const response = await fetch(`${again.url}/v4/assets`, {
    headers: { authorization: `Bearer ${again.key}` },
  });
  expect(response.status).toBe(200);
});

it('ends with the process that makes its data, and starts none that it is asked for too late', async () => {
  const cacheFolder = makeTemporaryFolder('process-late');
  const ended: boolean[] = [];
  const asked: (() => void)[] = [];
  const service = await startSampleProcess({
    processUrl: workers.sample,
    cacheFolder,
    assets: 25,
    transactions: 30_000,
    startProcess(module, output) {
      const child = startNodeProcess(module, output);
      const index = ended.push(false) - 1;
      child.onExit(() => (ended[index] = true));
      return {
        ...child,
        onMessage(listener) {
          child.onMessage((message) => {
            if (has(message, 'make'))
              asked.push(() => {
                listener(message);
              });
            listener(message);
          });
        },
      };
    },
  });
  const answer = fetch(`${service.url}/v4/transactions`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  await expect.poll(() => asked).toHaveLength(1);
  await Promise.all([service.close(), answer.catch(() => null)]);
  expect(ended).toEqual([true, true]);
  asked[0]?.();
  expect(ended).toHaveLength(2);
});

/** Starts a process that starts that of the service, and is killed with the test. `by`: the command that starts it. */
async function startByParent(cacheFolder: string, by: readonly string[] = []) {
  const parent = join(import.meta.dirname, 'sampleParent.ts');
  const [program = '', ...args] = [
    ...by,
    ...[process.execPath, parent, workers.sample.href, cacheFolder, JSON.stringify(size)],
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  endWithThisProcess(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const [url = '', key = ''] = line.toString().trim().split(' ');
  return { child, url, key };
}

it('ends when the process that started it is killed', async () => {
  const { child, url } = await startByParent(dataFolder);
  expect((await fetch(url)).status).toBe(401);
  child.kill('SIGKILL');
  // Its port is closed with it.
  for (;;) {
    const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => null);
    if (answer === null) break;
    await answer.arrayBuffer();
  }
});

it(
  'makes its data where the app was started with low priority, in files that only the user reads',
  onlyIf(
    process.platform === 'linux',
    'Other systems let a program raise its priority again, or have no modes.',
  ),
  async () => {
    const cacheFolder = makeTemporaryFolder('low');
    // As root the right to raise a priority is given up first.
    const withoutRight = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-sys_nice'] : [];
    const { url, key } = await startByParent(cacheFolder, [...withoutRight, 'nice', '-n', '15']);
    // Answered when the last file is there too.
    const transactions = new URL('transactions', url);
    const { status } = await fetch(transactions, { headers: { authorization: `Bearer ${key}` } });
    expect(status).toBe(200);
    const made = readdirSync(cacheFolder);
    expect(made).toHaveLength(3);
    expect(made.filter((name) => (statSync(join(cacheFolder, name)).mode & 0o077) !== 0)).toEqual([]);
  },
);
