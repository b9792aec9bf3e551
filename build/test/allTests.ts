import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { checksFolder, projectFolder } from '../start/project.ts';
import { changedFiles, touchedTests } from './changed.ts';
import { Interrupted, runInLanes, type StepResult } from './lanes.ts';
import { add, countsOf, countsSchema, failures, none, slowest, summary, type Counts } from './reports.ts';
import {
  budgetNoise,
  dailySteps,
  nightlySteps,
  quickSteps,
  reportsFolder,
  runtimeSteps,
  type Steps,
  type TestStep,
} from './steps.ts';
import { completeSystem } from './system.ts';

/**
 * - `npm test`: required for every change
 * - `npm test -- --quick`: checks, unit tests and browser tests of the feature that changed files touch
 * - `npm test -- --changed`: all tests that changed files touch
 * - `npm run test:all`: `npm test`, and slower tests
 * - `npm run test:all -- --rest`: the part that the last `npm test` left out
 *
 * `--nightly` adds tests with `@nightly` in their names to the first and third. With `--budgets`, exceeding a
 * budget fails a step; otherwise it is only reported.
 *
 * Each installs what the system lacks, then runs every step, even after a failure. If something cannot be
 * installed, it prints what to type and runs nothing.
 */

const usage =
  'Usage: npm test [-- --quick | --changed] [--nightly] [--budgets], npm run test:all [-- --rest]\n';

const lastRunFile = path.join(reportsFolder, 'last.json');

/** Result of the last `npm test`, for `--rest`. */
const lastRunSchema = z.object({
  counts: countsSchema,
  failed: z.array(z.string()),
  checked: z.boolean(),
  ranRuntime: z.boolean(),
});
type LastRun = z.infer<typeof lastRunSchema>;

const optionNames = ['--quick', '--changed', '--all', '--rest', '--nightly', '--budgets'] as const;
type OptionName = (typeof optionNames)[number];

/** @returns the exit code: 0 only if every step passed */
export async function runAllTests(args: readonly string[]): Promise<number> {
  if (!args.every((arg): arg is OptionName => optionNames.some((name) => name === arg))) {
    process.stderr.write(usage);
    return 2;
  }
  if (!completeSystem()) return 1;
  try {
    return await runMode(new Set(args));
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    process.stderr.write('The run was interrupted.\n');
    return 1;
  }
}

async function runMode(options: ReadonlySet<OptionName>): Promise<number> {
  if (options.has('--quick') || options.has('--changed')) return runTouched(options);
  const daily = options.has('--rest') ? readLastRun() : await runDaily(options);
  if (daily === undefined) {
    process.stderr.write('There is no rest: npm test has not run before.\n');
    return 2;
  }
  return conclude(options.has('--rest') || options.has('--all') ? await runNightly(daily) : daily);
}

async function runDaily(options: ReadonlySet<OptionName>): Promise<LastRun> {
  rmSync(reportsFolder, { recursive: true, force: true });
  const whole = options.has('--all');
  const checked = whole || !existsSync(checksFolder);
  const ranRuntime =
    changedFiles()?.some((file) => /^(test\/chromium-shell|test\/runtime|main\/electron)\//.test(file)) ??
    true;
  const { sideBySide, oneByOne } = dailySteps({ whole, nightly: options.has('--nightly') });
  const ran = await run(
    { sideBySide, oneByOne: [...oneByOne, ...(ranRuntime ? runtimeSteps() : [])] },
    options,
  );
  const lastRun = { ...ran, checked, ranRuntime };
  writeFileSync(lastRunFile, JSON.stringify(lastRun));
  return lastRun;
}

async function runNightly(daily: LastRun): Promise<LastRun> {
  const { sideBySide, oneByOne } = nightlySteps(daily.checked);
  const ran = await run({ sideBySide, oneByOne: [...oneByOne, ...(daily.ranRuntime ? [] : runtimeSteps())] });
  return { ...daily, failed: [...daily.failed, ...ran.failed], counts: add(daily.counts, ran.counts) };
}

async function runTouched(options: ReadonlySet<OptionName>): Promise<number> {
  const changed = changedFiles();
  if (changed === undefined) {
    process.stderr.write('git does not know what has changed. Run: npm test\n');
    return 2;
  }
  const touched = touchedTests(changed);
  const steps = options.has('--quick')
    ? quickSteps(changed, touched)
    : dailySteps({ only: touched, nightly: options.has('--nightly') });
  return conclude(await run(steps, options));
}

function conclude({ failed, counts }: Pick<LastRun, 'failed' | 'counts'>): number {
  if (failed.length > 0) process.stdout.write(`Failed: ${failed.join('; ')}\n`);
  process.stdout.write(`${summary(counts)}\n`);
  return failed.length === 0 ? 0 : 1;
}

function readLastRun(): LastRun | undefined {
  return existsSync(lastRunFile)
    ? lastRunSchema.parse(JSON.parse(readFileSync(lastRunFile, 'utf8')))
    : undefined;
}

async function run(
  { sideBySide, oneByOne }: Steps,
  options: ReadonlySet<OptionName> = new Set(),
): Promise<Pick<LastRun, 'failed' | 'counts'>> {
  mkdirSync(reportsFolder, { recursive: true });
  const sharedData = mkdtempSync(path.join(tmpdir(), 'rwa-shared-data-'));
  const settings = {
    folder: projectFolder,
    environment: {
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      RWA_TEST_SHARED_DATA: sharedData,
    },
    print: (text: string) => process.stdout.write(text),
  };
  try {
    const results = [
      ...(await runInLanes(sideBySide, { ...settings, lanes: availableParallelism() })),
      ...(await runInLanes(oneByOne, { ...settings, lanes: 1 })),
    ];
    const ends = [...sideBySide, ...oneByOne].map((step, index) =>
      endOf(step, results[index], options.has('--budgets')),
    );
    for (const { text } of ends) process.stdout.write(text);
    return {
      failed: ends.flatMap(({ failed }) => failed),
      counts: ends.map(({ counts }) => counts).reduce(add, none),
    };
  } finally {
    rmSync(sharedData, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns a step's tests, its output, and why it failed. */
function endOf(
  step: TestStep,
  result: StepResult | undefined,
  strict: boolean,
): { counts: Counts; text: string; failed: string[] } {
  const { name } = step;
  const report = result === undefined ? undefined : reportOf(step);
  const worked = result?.processorSeconds === undefined ? undefined : result.processorSeconds / 2;
  const slowness = result?.slowness;
  const budget = step.budget === undefined ? undefined : step.budget * (slowness ?? 1);
  const over =
    budget !== undefined && worked !== undefined && worked > budget
      ? `${name} took ${worked.toFixed(0)} s of ${budget.toFixed(0)}`
      : undefined;
  const times = [
    `${(result?.seconds ?? 0).toFixed(0)} s`,
    ...(worked === undefined ? [] : [`${worked.toFixed(0)} s of two processors`]),
    ...(slowness === undefined ? [] : [`computer ${slowness.toFixed(1)} times as slow as usual`]),
  ];
  const lines = [
    ...(report === undefined ? [] : failures(report)).map((failure) => `  ✗ ${failure}\n`),
    ...(report === undefined || !strict ? [] : slowest(report, 10)).map(
      ({ seconds, file, title }) => `  ${seconds.toFixed(1)} s  ${file} › ${title}\n`,
    ),
    ...(over === undefined ? [] : [`  ${over}\n`]),
  ];
  const passed = result?.passed === true && (step.report === undefined || report !== undefined);
  const exceeds = budget !== undefined && worked !== undefined && worked > budget * budgetNoise;
  const failed = passed ? (strict && slowness !== undefined && exceeds ? [over ?? name] : []) : [name];
  return {
    counts: report === undefined ? none : countsOf(report),
    text: `${name}: ${times.join(', ')}\n${lines.join('')}`,
    failed,
  };
}

/** A runner without a report ran no countable test. */
function reportOf({ report }: TestStep): ReturnType<NonNullable<TestStep['report']>> | undefined {
  try {
    return report?.();
  } catch {
    return undefined;
  }
}
