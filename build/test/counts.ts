import { readFileSync } from 'node:fs';

/** How many tests of a runner ended how. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** The last line of a test run: `12 passed, 0 failed`, and `, 1 skipped` where there are any. */
export function summary({ passed, failed, skipped }: Counts): string {
  const counts = [`${String(passed)} passed`, `${String(failed)} failed`];
  if (skipped > 0) counts.push(`${String(skipped)} skipped`);
  return counts.join(', ');
}

/** Reads vitest's JSON report. A file that could not be run at all counts as a failed test. */
export function vitestCounts(file: string): Counts {
  const report = read(file);
  const number = numberIn(report);
  const failed = number('numFailedTests');
  const unrun = failed === 0 && report['success'] === false ? Math.max(1, number('numFailedTestSuites')) : 0;
  return {
    passed: number('numPassedTests'),
    failed: failed + unrun,
    skipped: number('numPendingTests') + number('numTodoTests'),
  };
}

/** Reads Playwright's JSON report. */
export function playwrightCounts(file: string): Counts {
  const report = read(file);
  const number = numberIn(asObject(report['stats']));
  const broken = Array.isArray(report['errors']) ? report['errors'].length : 0;
  return {
    passed: number('expected'),
    // One that needed a second try has failed.
    failed: number('unexpected') + number('flaky') + broken,
    skipped: number('skipped'),
  };
}

function read(file: string): Record<string, unknown> {
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return asObject(report);
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function numberIn(report: Record<string, unknown>): (key: string) => number {
  return (key) => {
    const value = report[key];
    return typeof value === 'number' ? value : 0;
  };
}
