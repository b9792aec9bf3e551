import { expect, it } from 'vitest';
import { distinctIds, movedId, withId, withoutId } from '../../../../../renderer/features/compare/ids.ts';

it('a record is added once and up to the limit', () => {
  expect(withId([1], 2, 8)).toEqual([1, 2]);
  expect(withId([1], '1', 8)).toEqual([1]);
  expect(withId([1, 2], 3, 2)).toEqual([1, 2]);
});

it('a record is removed whichever way its identifier is written', () => {
  expect(withoutId([1, '2'], 2)).toEqual([1]);
});

it('a record moves as far as there are columns', () => {
  expect(movedId(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(movedId(['a', 'b', 'c'], 'c', -2)).toEqual(['c', 'a', 'b']);
  expect(movedId(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
  expect(movedId(['a', 'b'], 'x', 1)).toEqual(['a', 'b']);
});

it('identifiers from elsewhere are made distinct and few enough', () => {
  expect(distinctIds([1, '1', 2, 3], 2)).toEqual([1, 2]);
});
