import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { add, none, playwrightCounts, summary, vitestCounts } from '../../../../build/test/counts.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rwa-counts-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function report(content: unknown): Promise<string> {
  const file = path.join(folder, 'report.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

describe('the counts of a test run', () => {
  it("are summed over vitest's and Playwright's reports", async () => {
    const vitest = vitestCounts(
      await report({
        success: false,
        numPassedTests: 10,
        numFailedTests: 1,
        numPendingTests: 2,
        numTodoTests: 0,
      }),
    );
    const playwright = playwrightCounts(
      await report({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 } }),
    );
    expect(summary(add(vitest, playwright))).toBe('15 passed, 3 failed, 2 skipped');
    expect(summary(add(none, { ...none, passed: 3 }))).toBe('3 passed, 0 failed');
  });

  it('count a file that could not be run as a failure', async () => {
    const vitest = { success: false, numPassedTests: 4, numFailedTests: 0, numFailedTestSuites: 1 };
    expect(vitestCounts(await report(vitest)).failed).toBe(1);
    const playwright = { stats: { expected: 0, unexpected: 0 }, errors: [{ message: 'Cannot find module' }] };
    expect(playwrightCounts(await report(playwright)).failed).toBe(1);
  });
});
