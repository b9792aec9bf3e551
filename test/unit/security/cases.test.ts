import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TestResult } from '../../../build/test/reports.ts';
import { allCases } from '../../security/allCases.ts';
import { isResultOf, outcomeOf, titlePattern } from '../../security/results.ts';
import type { SecurityCase } from '../../security/securityCase.ts';
import { withCases } from '../../security/list.ts';

describe('the cases of test/security', () => {
  it('have ids of their own, in kebab-case', () => {
    const ids = allCases.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each(allCases)('$id: its tests are there', ({ tests }) => {
    expect(tests).not.toEqual([]);
    for (const { file, title } of tests) {
      expect(existsSync(file), file).toBe(true);
      if (title !== undefined) expect(readFileSync(file, 'utf8'), file).toContain(`'${title}'`);
    }
  });

  it('stand in SECURITY.md as they are', () => {
    const document = readFileSync('SECURITY.md', 'utf8');
    expect(document, 'run: npm run test:security -- --write').toBe(withCases(document, allCases));
  });
});

describe('a title', () => {
  it('finds its results, whatever `each` has put into it', () => {
    const one = { file: 'test/a.test.ts', title: 'refuses %s (all)' };
    const result = {
      file: 'test/a.test.ts',
      title: 'refuses a.b (all)',
      state: 'passed',
      seconds: 1,
    } as const;
    expect(isResultOf(one, result)).toBe(true);
    expect(isResultOf(one, { ...result, title: 'refuses a.b all' })).toBe(false);
    expect(isResultOf(one, { ...result, file: 'test/b.test.ts' })).toBe(false);
    expect(titlePattern('a+b')).toBe('a\\+b');
  });
});

describe('a case', () => {
  const file = 'test/a.test.ts';
  const one: SecurityCase = {
    id: 'a',
    attacker: 'user',
    attack: 'reads.',
    defence: 'It is refused.',
    tests: [
      { file, title: 'refuses %s' },
      { file, title: 'says so' },
    ],
  };
  const result = (title: string, state: TestResult['state'], reason?: string): TestResult => ({
    file,
    title,
    state,
    seconds: 0,
    reason,
  });

  it('is withstood where each of its tests has passed', () => {
    const both = [result('refuses one', 'passed'), result('says so', 'passed')];
    expect(outcomeOf(one, both)).toEqual({ is: 'withstood' });
    expect(outcomeOf(one, [...both, result('refuses two', 'failed')])).toEqual({ is: 'broken' });
    expect(outcomeOf(one, both.slice(1))).toEqual({
      is: 'broken',
      reason: 'test/a.test.ts has no test “refuses %s”, or did not run.',
    });
  });

  it('is not run where one was skipped, and says why', () => {
    const some = [result('refuses one', 'passed'), result('says so', 'skipped', 'There is no keychain.')];
    expect(outcomeOf(one, some)).toEqual({ is: 'not run', reason: 'There is no keychain.' });
  });
});
