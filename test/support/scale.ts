import path from 'node:path';
import process from 'node:process';
import { makeRandom } from '../../main/sample-service/data/random.ts';

/**
 * `RWA_TEST_SCALE` is the fraction of long random tests to run, above 0 and at most 1. By default a twentieth
 * runs; all run weekly and before a release. Seeds are new each time, so that many short runs cover what a
 * long one does; `RWA_TEST_SEED` fixes the seed.
 */
const scale = partIn(process.env['RWA_TEST_SCALE']);
const seed = Number(process.env['RWA_TEST_SEED'] ?? Date.now() % 0x7fffffff);

/** Throws for an invalid setting, since a complete run must not be short. */
export function partIn(setting = '0.05'): number {
  const part = Number(setting);
  if (part > 0 && part <= 1) return part;
  throw new Error(`RWA_TEST_SCALE is "${setting}", but must be above 0 and at most 1.`);
}

/** Returns a number of cases, at least one. */
export function scaled(whole: number): number {
  return Math.max(1, Math.round(whole * scale));
}

/** Returns a new random selection in the given order, at least a fraction `least`. */
export function someOf<Choice>(all: readonly Choice[], least = 0): readonly Choice[] {
  const random = makeRandom(seed);
  const left = [...all.keys()];
  const count = Math.max(scaled(all.length), Math.ceil(all.length * least));
  while (left.length > count) left.splice(random.integer(0, left.length - 1), 1);
  return all.filter((_, index) => left.includes(index));
}

export interface Part {
  readonly count: number;
  readonly seed: number;
}

/**
 * Runs part of a random test of `whole` cases. Prints its size, seed and the command that repeats the run,
 * also in a failure.
 * @param file absolute path of the test
 */
export async function atScale(
  file: string,
  whole: number,
  run: (part: Part) => void | Promise<void>,
): Promise<void> {
  const count = scaled(whole);
  const repeat = `To repeat: ${repeatCommand(file)}`;
  process.stdout.write(`${count.toString()} of ${whole.toString()}. ${repeat}\n`);
  try {
    await run({ count, seed });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${repeat}`, { cause: error });
  }
}

function repeatCommand(testFile: string): string {
  const file = path.relative(process.cwd(), testFile).replaceAll(path.sep, '/');
  const inVitest = file.startsWith('test/unit/') ? 'unit' : 'integration';
  const script = file.endsWith('.spec.ts') ? 'e2e' : inVitest;
  return `RWA_TEST_SCALE=${scale.toString()} RWA_TEST_SEED=${seed.toString()} npm run test:${script} -- ${file}`;
}
