import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { packageProgram, projectFolder } from '../start/project.ts';
import type { Step } from './lanes.ts';
import { playwrightReport, vitestReport, type Report } from './reports.ts';
import { specsOf, type SpecKind } from './specs.ts';

/** The steps of `npm test` and of `npm run test:all`. */

/** A step that runs tests writes a report. */
export interface TestStep extends Step {
  readonly report?: () => Report;
  /**
   * How many seconds two processors are meant to work for it while they do nothing else. What its processes compute is measured, not how long it
   * takes.
   */
  readonly budget?: number;
}

/**
 * What the unit tests take of two processors that do nothing else, in seconds. They take up to two and a half times as much on a computer that
 * is busy or slower, as all others do.
 */
export const usualUnitTests = 30;

/** By how much a step may exceed its budget before that counts: the same tests compute up to a quarter more beside other work. */
export const budgetNoise = 1.25;

export interface Steps {
  /** Each takes one processor, but the integration tests all. */
  readonly sideBySide: readonly TestStep[];
  /** Each takes all processors. */
  readonly oneByOne: readonly TestStep[];
}

interface Tests {
  /** Undefined for all. */
  readonly files?: readonly string[] | undefined;
  /** False to leave out those with `@nightly` in their names. */
  readonly nightly: boolean;
  readonly environment?: NodeJS.ProcessEnv;
  readonly budget?: number | undefined;
}

/** Where the steps write their reports. */
export const reportsFolder = path.join(projectFolder, 'test-results');

export interface DailyOptions {
  /** Whether lint rules, types and formatting are checked of everything, else of what has changed. */
  readonly whole?: boolean;
  /** The test files to run; all where it is undefined. */
  readonly only?: readonly string[];
  /** Whether the tests with `@nightly` in their names run too. */
  readonly nightly: boolean;
}

export function dailySteps({ whole = false, only, nightly }: DailyOptions): Steps {
  const specs = (kind: SpecKind): readonly string[] =>
    specsOf(kind).filter((file) => only === undefined || only.includes(file));
  const [lint, ...otherChecks] = checks(whole);
  /** Seconds by day, and with the nightly tests. */
  const tests = (byDay: number, byNight = byDay): Pick<Tests, 'nightly' | 'budget'> => ({
    nightly,
    budget: nightly ? byNight : byDay,
  });
  return {
    // The build comes first, since tests run what it leaves, then what takes longest; the others fill what is left.
    sideBySide: [
      buildStep,
      ...vitest('integration tests', ['integration'], {
        ...tests(180, 360),
        files: testsIn(only, 'integration', 'security'),
      }),
      lint,
      ...vitest('unit tests', ['unit*'], { ...tests(60), files: testsIn(only, 'unit') }),
      ...vitest('component tests', ['components'], { ...tests(40), files: testsIn(only, 'components') }),
      ...otherChecks,
    ],
    oneByOne: [
      ...playwright('warm browser tests', { ...tests(150, 480), files: specs('warm') }),
      ...playwright('browser tests with a process of their own', { ...tests(180), files: specs('own') }),
    ],
  };
}

/**
 * Checks and tests for while one writes: the unit tests and browser tests that a change touches, and of the checks only what has changed.
 * @param changed the files that have
 * @param touched the tests that they touch
 */
export function quickSteps(changed: readonly string[], touched: readonly string[]): Steps {
  const [lint, types] = checks(false);
  const tests = { nightly: false };
  const specs = [...specsOf('warm'), ...specsOf('own')].filter((file) => touched.includes(file));
  const present = changed.filter((file) => existsSync(path.join(projectFolder, file)));
  return {
    sideBySide: [
      buildStep,
      types,
      ...vitest('unit tests', ['unit*'], { ...tests, files: testsIn(touched, 'unit') }),
      lint,
      { name: 'format', command: prettier('--ignore-unknown', ...present) },
      ...playwright('browser tests', { ...tests, files: specs }).map((step) => ({ ...step, after: 'build' })),
    ],
    oneByOne: [],
  };
}

const buildStep: TestStep = { name: 'build', command: [process.execPath, scriptFile('start/buildApp.ts')] };

/** Of these test files those of vitest in folders of `test`. */
function testsIn(
  files: readonly string[] | undefined,
  ...folders: readonly string[]
): readonly string[] | undefined {
  return files?.filter(
    (file) => file.endsWith('.test.ts') && folders.some((folder) => file.startsWith(`test/${folder}/`)),
  );
}

/** What the app relies on of Electron, against the shell that takes its place. */
export function runtimeSteps(): readonly TestStep[] {
  return playwright('tests of the shell', { nightly: true, files: specsOf('runtime') });
}

/**
 * What `npm run test:all` runs besides.
 * @param checked whether everything was checked already
 */
export function nightlySteps(checked: boolean): Steps {
  const left = globSync('test/**/*.{test,spec}.ts', { cwd: projectFolder }).filter((file) =>
    /@nightly|support\/scale\.ts/.test(readFileSync(path.join(projectFolder, file), 'utf8')),
  );
  const environment = { RWA_TEST_SCALE: '1', RWA_TEST_HOST: 'shell' };
  const files = (ending: string): string[] => left.filter((file) => file.endsWith(ending));
  return {
    sideBySide: checked ? [] : checks(true),
    oneByOne: [
      ...vitest('random tests, kills and faults, whole', ['unit*', 'integration'], {
        nightly: true,
        files: files('.test.ts'),
        environment,
      }),
      ...playwright('browser tests on the shell, whole', {
        nightly: true,
        files: [...new Set([...specsOf('warm'), ...files('.spec.ts')])],
        environment,
      }),
    ],
  };
}

function checks(whole: boolean): [lint: TestStep, types: TestStep, format: TestStep] {
  const npm = (name: string, script: string, ...args: string[]): TestStep => ({
    name,
    command: ['npm', 'run', '--silent', script, ...args],
  });
  const all = whole ? ['--', '--whole'] : [];
  return [
    npm('lint', 'lint', ...all),
    npm('types', 'types', ...all),
    // Without its cache prettier forgets it.
    whole ? { name: 'format', command: prettier('.') } : npm('format', 'format:check'),
  ];
}

function prettier(...args: readonly string[]): Step['command'] {
  return [process.execPath, packageProgram('prettier', 'bin', 'prettier.cjs'), '--check', ...args];
}

/** @returns no step where there are no files to run */
function vitest(
  name: string,
  projects: readonly string[],
  { files, nightly, environment = {}, budget }: Tests,
): TestStep[] {
  if (files?.length === 0) return [];
  const report = reportFile(name);
  const isIntegration = projects.includes('integration');
  return [
    {
      name,
      command: [
        ...([process.execPath, scriptFile('isolated.mjs'), 'vitest', 'run'] as const),
        ...projects.map((project) => `--project=${project}`),
        // An integration test waits for part of its time.
        `--maxWorkers=${String(isIntegration ? availableParallelism() + 1 : 1)}`,
        // Dots, and in full what failed.
        ...['--reporter=dot', '--reporter=./test/support/skipReasons.ts'],
        ...['--reporter=json', `--outputFile.json=${report}`],
        ...(nightly ? [] : ['--testNamePattern=^(?!.*@nightly)']),
        ...(files ?? []),
      ],
      environment,
      // They run the built threads and the built command line.
      ...(isIntegration ? { after: 'build' } : {}),
      report: () => vitestReport(report, projectFolder),
      ...(budget === undefined ? {} : { budget }),
    },
  ];
}

/** @returns no step where there are no files to run */
function playwright(name: string, { files = [], nightly, environment = {}, budget }: Tests): TestStep[] {
  if (files.length === 0) return [];
  const report = reportFile(name);
  return [
    {
      name,
      command: [
        ...([process.execPath, scriptFile('e2e.mjs')] as const),
        `--output=${report.replace(/\.json$/, '')}`,
        ...(nightly ? [] : ['--grep-invert=@nightly']),
        ...['--pass-with-no-tests', '--reporter=dot,./test/support/skipReasons.ts,json'],
        ...files,
      ],
      environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      report: () => playwrightReport(report, projectFolder),
      ...(budget === undefined ? {} : { budget }),
    },
  ];
}

function scriptFile(name: string): string {
  return path.join(projectFolder, 'build', name);
}

function reportFile(name: string): string {
  return path.join(reportsFolder, `${name.replaceAll(/\W+/g, '-')}.json`);
}
