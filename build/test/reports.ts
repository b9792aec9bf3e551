import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface TestResult {
  /** Relative to the project, with `/`. */
  readonly file: string;
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  readonly reason?: string | undefined;
  /** First line of the message, without colors. */
  readonly failure?: string | undefined;
  readonly line?: number | undefined;
}

export interface Report {
  readonly tests: readonly TestResult[];
  /** Number of errors outside tests, mostly files that could not run. */
  readonly faults: number;
}

export const countsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });
export type Counts = z.infer<typeof countsSchema>;

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Errors outside tests count as failed tests. */
export function countsOf({ tests, faults }: Report): Counts {
  const count = (state: TestResult['state']): number => tests.filter((one) => one.state === state).length;
  return { passed: count('passed'), failed: count('failed') + faults, skipped: count('skipped') };
}

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** Returns `12 passed, 0 failed, 1 skipped`. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
}

/** Returns failed tests with position, first line of the message, and the command that repeats each. */
export function failures({ tests }: Report): string[] {
  return tests
    .filter(({ state }) => state === 'failed')
    .map((test) => {
      const place = test.line === undefined ? test.file : `${test.file}:${String(test.line)}`;
      const reason = test.failure === undefined ? '' : `    ${test.failure}\n`;
      return `${place} › ${test.title}\n${reason}    ${repetition(test, place)}`;
    });
}

function repetition({ file, title }: TestResult, place: string): string {
  if (file.endsWith('.spec.ts')) return `npm run test:e2e -- ${place}`;
  const [, folder = ''] = file.split('/');
  const script = folder === 'unit' || folder === 'components' ? folder : 'integration';
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("'", '.');
  return `npm run test:${script} -- ${file} -t '${pattern}'`;
}

/** Longest first. */
export function slowest({ tests }: Report, count: number): readonly TestResult[] {
  return tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
}

const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).optional(),
          meta: z.object({ reason: z.string().optional() }),
        }),
      ),
    }),
  ),
});

/** Reads vitest's JSON report, without tests that are left to `npm run test:all`. */
export function vitestReport(reportFile: string, projectFolder: string): Report {
  const { testResults } = vitestSchema.parse(read(reportFile));
  const hasFailed = ({ status }: { status: string }): boolean => status === 'failed';
  return {
    tests: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(
          ({ title, status, meta }) =>
            status === 'passed' ||
            status === 'failed' ||
            meta.reason !== undefined ||
            !title.endsWith('@nightly'),
        )
        .map(({ title, status, duration, failureMessages, meta: { reason } }) => ({
          file: toPath(path.relative(projectFolder, name)),
          title,
          state: status === 'passed' || status === 'failed' ? status : 'skipped',
          seconds: (duration ?? 0) / 1000,
          reason,
          failure: firstLine(failureMessages),
          line: lineIn(name, failureMessages),
        })),
    ),
    faults: testResults.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed)).length,
  };
}

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
      results: z.array(
        z.object({ duration: z.number(), errors: z.array(z.object({ message: z.string().optional() })) }),
      ),
    }),
  ),
});
interface Suite {
  readonly specs: readonly z.infer<typeof specSchema>[];
  readonly suites?: readonly Suite[] | undefined;
}
const suiteSchema: z.ZodType<Suite> = z.object({
  specs: z.array(specSchema),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
const playwrightSchema = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suiteSchema),
  errors: z.array(z.unknown()),
});

/** Reads Playwright's JSON report. A test that passed only on retry has failed. */
export function playwrightReport(reportFile: string, projectFolder: string): Report {
  const { config, suites, errors } = playwrightSchema.parse(read(reportFile));
  const specsOf = (suite: Suite): z.infer<typeof specSchema>[] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  return {
    tests: suites.flatMap(specsOf).map(({ title, file, line, tests }) => ({
      file: toPath(path.relative(projectFolder, path.join(config.rootDir, file))),
      title,
      state: tests.every(({ status }) => status === 'expected')
        ? 'passed'
        : tests.every(({ status }) => status === 'skipped')
          ? 'skipped'
          : 'failed',
      seconds: tests
        .flatMap(({ results }) => results)
        .reduce((sum, { duration }) => sum + duration / 1000, 0),
      reason: tests.flatMap(({ annotations }) => annotations).find(({ type }) => type === 'skip')
        ?.description,
      line: tests.some(({ status }) => status !== 'expected' && status !== 'skipped') ? line : undefined,
      failure: firstLine(
        tests.flatMap(({ results }) =>
          results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
        ),
      ),
    })),
    faults: errors.length,
  };
}

function firstLine([first]: readonly string[] = []): string | undefined {
  return first === undefined ? undefined : stripVTControlCharacters(first).trim().split('\n', 1)[0];
}

function lineIn(file: string, [first = '']: readonly string[] = []): number | undefined {
  const start = first.indexOf(`${file}:`);
  return start === -1 ? undefined : Number.parseInt(first.slice(start + file.length + 1), 10);
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function toPath(file: string): string {
  return file.replaceAll(path.sep, '/');
}
