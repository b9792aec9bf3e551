import type { Reporter as PlaywrightReporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Reporter as VitestReporter, Vitest } from 'vitest/node';

type VitestTest = Parameters<NonNullable<VitestReporter['onTestCaseResult']>>[0];

/** Prints why a test was skipped, which neither runner does. */
export default class SkipReasons implements PlaywrightReporter, VitestReporter {
  /** True if vitest runs only tests with some names. */
  private isPart = false;

  onTestEnd({ title, annotations }: TestCase, result: TestResult): void {
    if (result.status !== 'skipped') return;
    const [reason] = [...result.annotations, ...annotations].filter(({ type }) => type === 'skip');
    this.print(title, reason?.description);
  }

  onInit({ config }: Vitest): void {
    this.isPart = config.testNamePattern !== undefined;
  }

  /** Vitest also reports tests as skipped that were not selected by name. */
  onTestCaseResult(test: VitestTest): void {
    const result = test.result();
    if (result.state !== 'skipped') return;
    const reason = test.meta().reason ?? result.note;
    if (reason !== undefined || !this.isPart) this.print(test.name, reason);
  }

  private print(title: string, reason = 'no reason was given'): void {
    process.stdout.write(`    “${title}” was skipped, since: ${reason}\n`);
  }
}
