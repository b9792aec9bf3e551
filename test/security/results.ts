import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { SecurityTest } from './securityCase.ts';

/** How one test of a runner ended. `file` is from the project's folder, `title` without those of its groups. */
export interface TestResult {
  readonly file: string;
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});

/** Reads vitest's JSON report. Tests that were filtered out are left out. */
export function vitestResults(reportFile: string, projectFolder: string): TestResult[] {
  const { testResults } = vitestReport.parse(JSON.parse(readFileSync(reportFile, 'utf8')));
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'pending')
      .map(({ title, status }) => ({
        file: path.relative(projectFolder, name),
        title,
        state: status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped',
      })),
  );
}

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string() })),
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
const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suiteSchema),
});

/** Reads Playwright's JSON report. */
export function playwrightResults(reportFile: string, projectFolder: string): TestResult[] {
  const { config, suites } = playwrightReport.parse(JSON.parse(readFileSync(reportFile, 'utf8')));
  const specsOf = (suite: Suite): z.infer<typeof specSchema>[] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  return suites.flatMap(specsOf).map(({ title, file, tests }) => ({
    file: path.relative(projectFolder, path.join(config.rootDir, file)),
    title,
    state: tests.every(({ status }) => status === 'expected')
      ? 'passed'
      : tests.every(({ status }) => status === 'skipped')
        ? 'skipped'
        : 'failed',
  }));
}

/** A title as a pattern for what the runners report: what `each` puts into it may be anything. */
export function titlePattern(title: string): string {
  return title
    .split(/%[sjidfo#]/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}

export function isResultOf({ file, title }: SecurityTest, result: TestResult): boolean {
  if (result.file.replaceAll('\\', '/') !== file) return false;
  return title === undefined || new RegExp(`^${titlePattern(title)}$`).test(result.title);
}
