import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInLanes, type Step, type StepResult } from '../../../../build/test/lanes.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rwa-lanes-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
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
): Promise<{ results: StepResult[]; printed: string }> {
  let printed = '';
  const print = (text: string): void => {
    printed += text;
  };
  const results = await runInLanes(steps, { lanes, folder, print });
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
    expect(results).toEqual([
      { name: 'fails', passed: false },
      { name: 'cannot start', passed: false },
      { name: 'passes', passed: true },
    ]);
    expect(printed).toMatch(
      /^why\n✗ fails \(time\)\n.*ENOENT.*\n✗ cannot start \(time\)\nwell\n✓ passes \(time\)\n$/,
    );
  });
});
