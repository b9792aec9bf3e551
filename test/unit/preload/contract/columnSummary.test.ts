import { expect, it } from 'vitest';
import { calls } from '../../../../preload/contract/bridge.ts';

it('a summary of rows that end before they start is refused: SQLite reads a negative limit as none', () => {
  const request = { connectionId: 'a', resource: 'assets', query: {}, fields: ['name'] };
  const accepts = (rows: object): boolean =>
    calls.summarizeColumns.args.safeParse({ ...request, rows }).success;
  expect(accepts({ start: 1, end: 100 })).toBe(true);
  expect(accepts({ start: 100, end: 1 })).toBe(false);
  expect(accepts({ start: 1, end: 1 })).toBe(false);
});
