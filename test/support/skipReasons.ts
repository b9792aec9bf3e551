import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints why a test was skipped, which Playwright's list does not. */
export default class SkipReasons implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== 'skipped') return;
    const [reason] = [...result.annotations, ...test.annotations].filter(({ type }) => type === 'skip');
    process.stdout.write(`    skipped, since: ${reason?.description ?? 'no reason was given'}\n`);
  }
}
