import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runInLanes, type LaneOptions, type Step, type StepResult } from '../../../../build/test/lanes.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

let folder: string;

beforeEach(() => {
  folder = makeTemporaryFolder('lanes');
});

/** A program that runs `code`, where `meet(NAME, OTHER)` waits until the other program is at that point too. */
function step(name: string, code: string): Step {
  const meet = `
    const fs = require('node:fs');
    const meet = async (mine, other) => {
      fs.writeFileSync(mine, '');
      while (!fs.existsSync(other)) await new Promise((resolve) => setTimeout(resolve, 5));
    };`;
  return { name, command: [process.execPath, '-e', `${meet}(async () => { ${code} })();`] };
}

async function run(
  steps: readonly Step[],
  lanes: number,
  options: Pick<LaneOptions, 'patience' | 'outputGrace'> = {},
): Promise<{ results: StepResult[]; printed: string }> {
  let printed = '';
  const print = (text: string): void => {
    printed += text;
    if (text.startsWith('…')) writeFileSync(path.join(folder, 'said'), '');
  };
  const results = await runInLanes(steps, { lanes, folder, print, ...options });
  return { results, printed: printed.replaceAll(/\(\d+\.\d s\)/g, '(time)') };
}

describe('steps in lanes', () => {
  it('run side by side, and print one after the other', async () => {
    const { results, printed } = await run(
      [
        step('first', `console.log('first begins'); await meet('a', 'b'); console.log('first ends');`),
        step('second', `console.log('second begins'); console.error('and warns'); await meet('b', 'a');`),
        step('third', `console.log('third');`),
      ],
      2,
    );
    expect(printed.replace('and warns\nsecond begins', 'second begins\nand warns')).toBe(
      'first begins\nfirst ends\n✓ first (time)\nsecond begins\nand warns\n✓ second (time)\nthird\n✓ third (time)\n',
    );
    expect(results.map(({ passed }) => passed)).toEqual([true, true, true]);
  });

  it('all run, also after one that fails or cannot start', async () => {
    const { results, printed } = await run(
      [
        step('fails', `console.log('why'); process.exitCode = 3;`),
        { name: 'cannot start', command: [path.join(folder, 'missing')] },
        step('passes', `console.log('well');`),
      ],
      1,
    );
    expect(results.map(({ name, passed }) => [name, passed])).toEqual([
      ['fails', false],
      ['cannot start', false],
      ['passes', true],
    ]);
    expect(printed).toMatch(
      /^why\n✗ fails \(time\)\n.*ENOENT.*\n✗ cannot start \(time\)\nwell\n✓ passes \(time\)\n$/,
    );
  });

  it('begin after the one that they wait for', async () => {
    const { printed } = await run(
      [
        step('build', `await meet('a', 'b'); require('node:fs').writeFileSync('built', '');`),
        step('lint', `await meet('b', 'a');`),
        {
          ...step('tests', `console.log(require('node:fs').existsSync('built'));`),
          after: 'build',
        },
      ],
      2,
    );
    expect(printed).toContain('true\n✓ tests (time)\n');
  });

  it('end with their program, even if its children continue', async () => {
    const child = `{ stdio: ['ignore', 'inherit', 'inherit'], detached: true }`;
    const leaves = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)'], ${child}).unref(); process.exit();`;
    const { results } = await run([step('leaves', leaves)], 1, { outputGrace: 100 });
    expect(results[0]?.passed).toBe(true);
    expect(results[0]?.seconds).toBeLessThan(50);
  });

  it('say that they are slow, and how busy the computer is', async () => {
    const { printed } = await run([step('waits', `await meet('silent', 'said');`)], 1, { patience: 100 });
    expect(printed).toMatch(
      /^… waits: nothing for \d+ s; the load of this computer is [\d.]+ on \d+ processors\n/,
    );
    const { printed: talking } = await run(
      [
        step(
          'talks',
          `for (let n = 0; n < 5; n++) { console.log(n); await new Promise((go) => setTimeout(go, 100)); }`,
        ),
      ],
      1,
    );
    expect(talking).not.toContain('…');
  });

  it('tell how long they took, and what they computed', async () => {
    const { results } = await run([step('waits', `setTimeout(() => undefined, 700);`)], 1);
    expect(results[0]?.seconds).toBeGreaterThanOrEqual(0.7);
    if (process.platform === 'linux')
      expect(results[0]?.processorSeconds).toBeLessThan(results[0]?.seconds ?? 0);
  });
});
