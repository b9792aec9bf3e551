import { globSync, readFileSync } from 'node:fs';
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
   * For how many seconds two processors may work for it; where it takes more, it fails. What its processes compute is measured, not how long it
   * takes.
   */
  readonly budget?: number;
  /** Whether it has little left of its budget, and may exceed that by as much as the unit tests exceed `usualUnitTests`. */
  readonly isTight?: boolean;
}

/**
 * What the unit tests take of two processors that do nothing else, in seconds. They take up to two and a half times as much on a computer that
 * is busy, as all others do.
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
  readonly whole: boolean;
  readonly environment?: NodeJS.ProcessEnv;
  readonly budget?: number;
  readonly isTight?: boolean;
}

/** Where the steps write their reports. */
export const reportsFolder = path.join(projectFolder, 'test-results');

/**
 * @param whole whether lint rules, types and formatting are checked of everything, else of what has changed
 * @param only the test files to run, whole; all, without their nightly tests, where it is undefined
 */
export function dailySteps(whole: boolean, only?: readonly string[]): Steps {
  const inFolders = (...folders: string[]): readonly string[] | undefined =>
    only?.filter((file) => folders.some((folder) => file.startsWith(`test/${folder}/`)));
  const specs = (kind: SpecKind): readonly string[] =>
    specsOf(kind).filter((file) => only === undefined || only.includes(file));
  const [lint, ...otherChecks] = checks(whole);
  const tests = { whole: only !== undefined };
  return {
    // The build comes first, since tests run what it leaves, then what takes longest; the others fill what is left.
    sideBySide: [
      { name: 'build', command: [process.execPath, scriptFile('start/buildApp.ts')] },
      ...vitest('integration tests', ['integration'], {
        ...tests,
        files: inFolders('integration', 'security')?.filter((file) => file.endsWith('.test.ts')),
        budget: 180,
        isTight: true,
      }),
      lint,
      ...vitest('unit tests', ['unit*'], { ...tests, files: inFolders('unit'), budget: 60 }),
      ...vitest('component tests', ['components'], {
        ...tests,
        files: inFolders('components'),
        budget: 40,
      }),
      ...otherChecks,
    ],
    oneByOne: [
      ...playwright('warm browser tests', { ...tests, files: specs('warm'), budget: 150, isTight: true }),
      ...playwright('browser tests with a process of their own', {
        ...tests,
        files: specs('own'),
        budget: 180,
      }),
    ],
  };
}

/** What the app relies on of Electron, against the shell that takes its place. */
export function runtimeSteps(): readonly TestStep[] {
  return playwright('tests of the shell', { whole: true, files: specsOf('runtime') });
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
        whole: true,
        files: files('.test.ts'),
        environment,
      }),
      ...playwright('browser tests on the shell, whole', {
        whole: true,
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
    whole
      ? {
          name: 'format',
          command: [process.execPath, packageProgram('prettier', 'bin', 'prettier.cjs'), '--check', '.'],
        }
      : npm('format', 'format:check'),
  ];
}

/** @returns no step where there are no files to run */
function vitest(
  name: string,
  projects: readonly string[],
  { files, whole, environment = {}, ...limit }: Tests,
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
        ...['--reporter=default', '--reporter=./test/support/skipReasons.ts'],
        ...['--reporter=json', `--outputFile.json=${report}`],
        ...(whole ? [] : ['--testNamePattern=^(?!.*@nightly)']),
        ...(files ?? []),
      ],
      environment,
      // They run the built threads and the built command line.
      ...(isIntegration ? { after: 'build' } : {}),
      report: () => vitestReport(report, projectFolder),
      ...limit,
    },
  ];
}

/** @returns no step where there are no files to run */
function playwright(name: string, { files = [], whole, environment = {}, ...limit }: Tests): TestStep[] {
  if (files.length === 0) return [];
  const report = reportFile(name);
  return [
    {
      name,
      command: [
        ...([process.execPath, scriptFile('e2e.mjs')] as const),
        `--output=${report.replace(/\.json$/, '')}`,
        ...(whole ? [] : ['--grep-invert=@nightly']),
        ...files,
      ],
      environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      report: () => playwrightReport(report, projectFolder),
      ...limit,
    },
  ];
}

function scriptFile(name: string): string {
  return path.join(projectFolder, 'build', name);
}

function reportFile(name: string): string {
  return path.join(reportsFolder, `${name.replaceAll(/\W+/g, '-')}.json`);
}
