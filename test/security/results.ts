import type { TestResult } from '../../build/test/reports.ts';
import type { SecurityCase, SecurityTest } from './securityCase.ts';

/** How a case ended. */
export interface Outcome {
  /** `not run`: a test of the case was left out here, for the reason. */
  readonly is: 'withstood' | 'broken' | 'not run';
  readonly reason?: string;
}

/** A case whose tests are not all found is broken. */
export function outcomeOf({ tests }: SecurityCase, results: readonly TestResult[]): Outcome {
  const ran = tests.map((one) => results.filter((result) => isResultOf(one, result)));
  if (ran.flat().some(({ state }) => state === 'failed')) return { is: 'broken' };
  const lacking = tests.find((_, index) => ran[index]?.length === 0);
  if (lacking !== undefined)
    return { is: 'broken', reason: `${lacking.file} has no test “${lacking.title ?? ''}”, or did not run.` };
  if (ran.every((some) => some.some(({ state }) => state === 'passed'))) return { is: 'withstood' };
  const reasons = ran.flat().flatMap(({ reason }) => reason ?? []);
  return { is: 'not run', reason: reasons[0] ?? 'Its test gives no reason.' };
}

/** A title as a pattern for what the runners report: what `each` puts into it may be anything. */
export function titlePattern(title: string): string {
  return title
    .split(/%[sjidfo#]/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}

export function isResultOf({ file, title }: SecurityTest, result: TestResult): boolean {
  if (result.file !== file) return false;
  return title === undefined || new RegExp(`^${titlePattern(title)}$`).test(result.title);
}
