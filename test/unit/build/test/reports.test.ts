import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  add,
  countsOf,
  failures,
  none,
  playwrightReport,
  slowest,
  summary,
  vitestReport,
} from '../../../../build/test/reports.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

let folder: string;

beforeEach(() => {
  folder = makeTemporaryFolder('reports');
});

function write(report: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const vitest = {
  testResults: [
    {
      name: '/project/test/unit/a.test.ts',
      status: 'failed',
      assertionResults: [
        { title: 'passes', status: 'passed', duration: 1500, meta: {} },
        {
          title: 'fails (once)',
          status: 'failed',
          duration: 20,
          failureMessages: ['\u001B[31mno (again)\u001B[39m\n    at /project/test/unit/a.test.ts:7:3'],
          meta: {},
        },
        { title: 'waits', status: 'skipped', meta: { reason: 'It is Sunday.' } },
        { title: 'is planned', status: 'todo', meta: {} },
      ],
    },
    { name: '/project/test/unit/broken.test.ts', status: 'failed', assertionResults: [] },
  ],
};

const spec = (title: string, status: string, ...durations: number[]): unknown => ({
  title,
  file: 'e2e/a.spec.ts',
  line: 12,
  tests: [
    {
      status,
      annotations: status === 'skipped' ? [{ type: 'skip', description: 'It is Sunday.' }] : [],
      results: durations.map((duration) => ({
        duration,
        errors: status === 'unexpected' ? [{ message: 'no' }] : [],
      })),
    },
  ],
});

const playwright = {
  config: { rootDir: '/project/test' },
  errors: [{ message: 'Cannot find module' }],
  suites: [
    {
      specs: [spec('passes', 'expected', 3000), spec('waits', 'skipped', 0)],
      suites: [{ specs: [spec('fails', 'unexpected', 10), spec('passes late', 'flaky', 10, 20)] }],
    },
  ],
};

describe('the report of a test run', () => {
  it("is read from vitest's and Playwright's", () => {
    const ofVitest = vitestReport(write(vitest), '/project');
    expect(ofVitest.tests).toContainEqual({
      file: 'test/unit/a.test.ts',
      title: 'waits',
      state: 'skipped',
      seconds: 0,
      reason: 'It is Sunday.',
    });
    const ofPlaywright = playwrightReport(write(playwright), '/project');
    expect(ofPlaywright.tests).toContainEqual({
      file: 'test/e2e/a.spec.ts',
      title: 'waits',
      state: 'skipped',
      seconds: 0,
      reason: 'It is Sunday.',
    });
  });

  it('counts its tests; a test that could not run, or needed a retry, has failed', () => {
    const ofVitest = countsOf(vitestReport(write(vitest), '/project'));
    expect(summary(ofVitest)).toBe('1 passed, 2 failed, 2 skipped');
    const ofPlaywright = countsOf(playwrightReport(write(playwright), '/project'));
    expect(summary(ofPlaywright)).toBe('1 passed, 3 failed, 1 skipped');
    expect(summary([ofVitest, ofPlaywright].reduce(add, none))).toBe('2 passed, 5 failed, 3 skipped');
  });

  it('lists failed tests with position, first line of the message, and the command that repeats them', () => {
    expect(failures(vitestReport(write(vitest), '/project'))).toEqual([
      "test/unit/a.test.ts:7 › fails (once)\n    no (again)\n    npm run test:unit -- test/unit/a.test.ts -t 'fails \\(once\\)'",
    ]);
    expect(failures(playwrightReport(write(playwright), '/project'))).toEqual([
      'test/e2e/a.spec.ts:12 › fails\n    no\n    npm run test:e2e -- test/e2e/a.spec.ts:12',
      'test/e2e/a.spec.ts:12 › passes late\n    npm run test:e2e -- test/e2e/a.spec.ts:12',
    ]);
  });

  it('names the tests that took longest', () => {
    const longest = slowest(vitestReport(write(vitest), '/project'), 2);
    expect(longest.map(({ title, seconds }) => [title, seconds])).toEqual([
      ['passes', 1.5],
      ['fails (once)', 0.02],
    ]);
  });
});
