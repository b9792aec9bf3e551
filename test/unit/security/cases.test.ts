import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allCases } from '../../security/allCases.ts';
import { isResultOf, titlePattern } from '../../security/results.ts';
import { withTable } from '../../security/table.ts';

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
    expect(document, 'run: npm run test:security -- --write').toBe(withTable(document, allCases));
  });
});

describe('a title', () => {
  it('finds its results, whatever `each` has put into it', () => {
    const one = { file: 'test/a.test.ts', title: 'refuses %s (all)' };
    const result = { file: 'test/a.test.ts', title: 'refuses a.b (all)', state: 'passed' } as const;
    expect(isResultOf(one, result)).toBe(true);
    expect(isResultOf(one, { ...result, title: 'refuses a.b all' })).toBe(false);
    expect(isResultOf(one, { ...result, file: 'test/b.test.ts' })).toBe(false);
    expect(titlePattern('a+b')).toBe('a\\+b');
  });
});
