import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { packageProgram, projectFolder } from '../start/project.ts';
import type { Step } from './lanes.ts';
import { playwrightReport, vitestReport, type Report } from './reports.ts';
import { specsOf, type SpecKind } from './specs.ts';

/** A step of `npm test` or `npm run test:all`. Steps with tests write a report. */
export interface TestStep extends Step {
  readonly report?: () => Report;
  /** Seconds on two idle processors, measured as processor time, not duration. */
  readonly budget?: number;
}

/** Tolerance: the same tests take up to a quarter more beside other work. */
export const budgetNoise = 1.25;

export interface Steps {
  /** Each takes one processor, except the integration tests. */
  readonly sideBySide: readonly TestStep[];
  readonly oneByOne: readonly TestStep[];
}

interface Tests {
  readonly files?: readonly string[] | undefined;
  readonly nightly: boolean;
  readonly environment?: NodeJS.ProcessEnv;
  readonly budget?: number | undefined;
}

export const reportsFolder = path.join(projectFolder, 'test-results');

interface DailyOptions {
  readonly whole?: boolean;
  readonly only?: readonly string[];
  readonly nightly: boolean;
}

export function dailySteps({ whole = false, only, nightly }: DailyOptions): Steps {
  const specs = (kind: SpecKind): readonly string[] =>
    specsOf(kind).filter((file) => only === undefined || only.includes(file));
  const [lint, ...otherChecks] = checks(whole);
  /** Seconds without and with nightly tests. */
  const tests = (byDay: number, byNight = byDay): Pick<Tests, 'nightly' | 'budget'> => ({
    nightly,
    budget: nightly ? byNight : byDay,
  });
  return {
    // The build is first, since tests run its output; then the longest steps. Others fill the gaps.
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
      ...playwright('warm browser tests', { ...tests(150, 600), files: specs('warm') }),
      ...playwright('browser tests with a process of their own', { ...tests(180), files: specs('own') }),
    ],
  };
}

/**
 * Returns steps for use while writing code: checks of changes, and the unit and browser tests that they
 * touch.
 * @param changed changed files
 * @param touched tests that they touch
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

/** Returns the vitest files in folders of `test`. */
function testsIn(
  files: readonly string[] | undefined,
  ...folders: readonly string[]
): readonly string[] | undefined {
  return files?.filter(
    (file) => file.endsWith('.test.ts') && folders.some((folder) => file.startsWith(`test/${folder}/`)),
  );
}

/** Tests that the Chromium shell behaves as the app needs of Electron. */
export function runtimeSteps(): readonly TestStep[] {
  return playwright('tests of the shell', { nightly: true, files: specsOf('runtime') });
}

/**
 * Returns the further steps of `npm run test:all`.
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
    // Without its cache, prettier checks everything.
    whole ? { name: 'format', command: prettier('.') } : npm('format', 'format:check'),
  ];
}

function prettier(...args: readonly string[]): Step['command'] {
  return [process.execPath, packageProgram('prettier', 'bin', 'prettier.cjs'), '--check', ...args];
}

/** @returns no step without files to run */
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
        // Integration tests spend part of their time waiting.
        `--maxWorkers=${String(isIntegration ? availableParallelism() + 1 : 1)}`,
        ...['--reporter=dot', '--reporter=./test/support/skipReasons.ts'],
        ...['--reporter=json', `--outputFile.json=${report}`],
        ...(nightly ? [] : ['--testNamePattern=^(?!.*@nightly)']),
        ...(files ?? []),
      ],
      environment,
      // They run built threads and the built command line.
      ...(isIntegration ? { after: 'build' } : {}),
      report: () => vitestReport(report, projectFolder),
      ...(budget === undefined ? {} : { budget }),
    },
  ];
}

/** @returns no step without files to run */
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
