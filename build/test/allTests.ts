import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { checksFolder, projectFolder } from '../start/project.ts';
import { changedFiles, touchedTests } from './changed.ts';
import { Interrupted, runInLanes, type StepResult } from './lanes.ts';
import {
  add,
  countsOf,
  countsSchema,
  failures,
  none,
  slowest,
  summary,
  type Counts,
  type Report,
} from './reports.ts';
import {
  budgetNoise,
  dailySteps,
  nightlySteps,
  reportsFolder,
  runtimeSteps,
  type Steps,
  type TestStep,
  usualUnitTests,
} from './steps.ts';
import { completeSystem } from './system.ts';

/**
 * - `npm test`: what every change has to pass
 * - `npm test -- --changed`: what the changed files touch of it
 * - `npm run test:all`: that, and what takes too long for every change
 * - `npm run test:all -- --rest`: of that, what the last `npm test` has left
 *
 * Each completes the system, then runs every step, also after one that failed. Where the system lacks something, the user reads what to
 * type and nothing runs.
 */

const lastRunFile = path.join(reportsFolder, 'last.json');

/** What `npm test` leaves to know for the rest. */
const lastRunSchema = z.object({
  counts: countsSchema,
  failed: z.array(z.string()),
  /** Whether everything was checked, not only what had changed. */
  checked: z.boolean(),
  /** Whether the tests of the shell ran. */
  ranRuntime: z.boolean(),
});
type LastRun = z.infer<typeof lastRunSchema>;

/** @returns the exit code: 0 only when every step passed. */
export async function runAllTests(args: readonly string[]): Promise<number> {
  const mode = args.at(-1) ?? '--daily';
  if (!args.every((arg) => ['--changed', '--all', '--rest'].includes(arg))) {
    process.stderr.write('Usage: npm test [-- --changed], npm run test:all [-- --rest]\n');
    return 2;
  }
  if (!completeSystem()) return 1;
  try {
    return await runMode(mode);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    process.stderr.write('The run was interrupted.\n');
    return 1;
  }
}

async function runMode(mode: string): Promise<number> {
  if (mode === '--changed') return runChanged();
  const daily = mode === '--rest' ? readLastRun() : await runDaily(mode === '--all');
  if (daily === undefined) {
    process.stderr.write('There is no rest: npm test has not run before.\n');
    return 2;
  }
  return conclude(mode === '--daily' ? daily : await runNightly(daily));
}

async function runDaily(whole: boolean): Promise<LastRun> {
  rmSync(reportsFolder, { recursive: true, force: true });
  const checked = whole || !existsSync(checksFolder);
  const changed = changedFiles();
  const ranRuntime =
    changed?.some((file) => /^(test\/chromium-shell|test\/runtime|main\/electron)\//.test(file)) ?? true;
  const { sideBySide, oneByOne } = dailySteps(whole);
  const ran = await run({ sideBySide, oneByOne: [...oneByOne, ...(ranRuntime ? runtimeSteps() : [])] });
  const lastRun = { ...ran, checked, ranRuntime };
  writeFileSync(lastRunFile, JSON.stringify(lastRun));
  return lastRun;
}

async function runNightly(daily: LastRun): Promise<LastRun> {
  const { sideBySide, oneByOne } = nightlySteps(daily.checked);
  const ran = await run({ sideBySide, oneByOne: [...oneByOne, ...(daily.ranRuntime ? [] : runtimeSteps())] });
  return { ...daily, failed: [...daily.failed, ...ran.failed], counts: add(daily.counts, ran.counts) };
}

async function runChanged(): Promise<number> {
  const changed = changedFiles();
  if (changed === undefined) {
    process.stderr.write('git does not know what has changed. Run: npm test\n');
    return 2;
  }
  const touched = touchedTests(changed);
  process.stdout.write(
    `${String(changed.length)} changed files touch ${String(touched.length)} files of tests.\n`,
  );
  return conclude(await run(dailySteps(false, touched)));
}

function conclude({ failed, counts }: Pick<LastRun, 'failed' | 'counts'>): number {
  if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`);
  process.stdout.write(`${summary(counts)}\n`);
  return failed.length === 0 ? 0 : 1;
}

function readLastRun(): LastRun | undefined {
  return existsSync(lastRunFile)
    ? lastRunSchema.parse(JSON.parse(readFileSync(lastRunFile, 'utf8')))
    : undefined;
}

/** Runs steps, and prints what each took, with its slowest tests. */
async function run({ sideBySide, oneByOne }: Steps): Promise<Pick<LastRun, 'failed' | 'counts'>> {
  mkdirSync(reportsFolder, { recursive: true });
  const sharedData = mkdtempSync(path.join(tmpdir(), 'rwa-shared-data-'));
  const options = {
    folder: projectFolder,
    environment: {
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      RWA_TEST_SHARED_DATA: sharedData,
    },
    print: (text: string) => process.stdout.write(text),
  };
  try {
    const results = [
      ...(await runInLanes(sideBySide, { ...options, lanes: availableParallelism() })),
      ...(await runInLanes(oneByOne, { ...options, lanes: 1 })),
    ];
    const unitTests = results.find(({ name }) => name === 'unit tests')?.processorSeconds ?? 0;
    const slowness = Math.max(1, unitTests / 2 / usualUnitTests);
    const ends = [...sideBySide, ...oneByOne].map((step, index) => endOf(step, results[index], slowness));
    for (const { text } of ends) process.stdout.write(text);
    return {
      failed: ends.flatMap(({ failed }) => failed),
      counts: ends.map(({ counts }) => counts).reduce(add, none),
    };
  } finally {
    rmSync(sharedData, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * How a step ended: its tests, what is to be printed of it, and why it failed.
 * @param slowness how many times as slow as usual the computer was
 */
function endOf(
  step: TestStep,
  result: StepResult | undefined,
  slowness: number,
): { counts: Counts; text: string; failed: string[] } {
  const report = result === undefined ? undefined : reportOf(step);
  const { name } = step;
  const budget = step.budget === undefined ? undefined : step.budget * (step.isTight === true ? slowness : 1);
  const worked = result?.processorSeconds === undefined ? undefined : result.processorSeconds / 2;
  const exceeds = budget !== undefined && worked !== undefined && worked > budget * budgetNoise;
  const times = [
    `${(result?.seconds ?? 0).toFixed(0)} s`,
    ...(worked === undefined ? [] : [`${worked.toFixed(0)} s of two processors`]),
    ...(budget === undefined ? [] : [`${exceeds ? 'OVER its budget of' : 'at most'} ${budget.toFixed(0)}`]),
  ];
  const slow = report === undefined ? [] : slowest(report, 10);
  const lines = [
    ...slow.map(({ seconds, file, title }) => `  ${seconds.toFixed(1)} s  ${file} › ${title}\n`),
    ...(report === undefined ? [] : failures(report)).map(
      (failure) => `  ✗ ${failure.replaceAll('\n', '\n    ')}\n`,
    ),
  ];
  const passed = result?.passed === true && (step.report === undefined || report !== undefined) && !exceeds;
  return {
    counts: report === undefined ? none : countsOf(report),
    text: `${name}: ${times.join(', ')}\n${lines.join('')}`,
    failed: passed ? [] : [name],
  };
}

/** A runner that ended without a report ran nothing that could be counted. */
function reportOf({ report }: TestStep): Report | undefined {
  try {
    return report?.();
  } catch {
    return undefined;
  }
}
