import { expect, it } from 'vitest';
import { failureCodes } from '../../../../../preload/contract/failures.ts';
import { lookOf } from '../../../../../renderer/ui/states/looks.ts';

it.each(failureCodes)('%s has a title in sentence case', (code) => {
  expect(lookOf({ code }).title).toMatch(/^[A-Z][^.]*[a-z]$/);
});

it('every failure of a request leaves a way out', () => {
  const stuck = failureCodes.filter((code) => lookOf({ code }).waysOut.length === 0);
  // Data of a newer app are asked about before there is a window. An export that failed is started anew from its table.
  expect(stuck).toEqual(['newer-data', 'file']);
});

it('failures that require different actions of the user look different', () => {
  const kinds = (
    ['key-rejected', 'bad-query', 'not-found', 'rate-limited', 'unreachable', 'offline', 'internal'] as const
  ).map((code) => lookOf({ code }).kind);
  expect(new Set(kinds).size).toBe(kinds.length);
});

it('only a query that the service has answered is called rejected by it', () => {
  expect(lookOf({ code: 'bad-query', status: 400 }).title).toBe('The service rejected this query');
  expect(lookOf({ code: 'bad-query' }).title).toBe('This query cannot be run');
});
