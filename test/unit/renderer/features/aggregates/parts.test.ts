import { expect, it } from 'vitest';
import type { AggregateAnswer } from '../../../../../preload/contract/aggregates.ts';
import { asAreas, ranked, topParts } from '../../../../../renderer/features/aggregates/parts.ts';

function results(...values: (number | null)[]): AggregateAnswer['results'] {
  return values.map((value, id) => ({
    measure: { id: 1, slug: 'm', name: 'M', unit: 'dollar' },
    group: { id, type: 'network', name: `Group ${id.toString()}`, color: null },
    value,
  }));
}

it('ranks groups by value, combines those beyond the largest, and gives shares of the whole', () => {
  const all = ranked(results(10, 50, null, 30, 10), true);
  expect(all.map(({ id, share }) => [id, share])).toEqual([
    [1, 50],
    [3, 30],
    [0, 10],
    [4, 10],
    [2, null],
  ]);
  const top = topParts(all, 1, true);
  expect(top.map(({ name, value, share }) => [name, value, share])).toEqual([
    ['Group 1', 50, 50],
    ['Others (3)', 50, 50],
  ]);
  expect(asAreas(topParts(ranked(results(1, 5, 0, 40), true), 1, true)).map(({ value }) => value)).toEqual([
    40, 6,
  ]);
});

it('adds what it puts together without a residue of doubles', () => {
  expect(topParts(ranked(results(5, 0.1, 0.2), true), 1, true).at(-1)).toMatchObject({ value: 0.3 });
});

it('leaves averages apart: they do not add up to anything', () => {
  const all = ranked(results(1, 2, 3), false);
  expect(all.map(({ share }) => share)).toEqual([null, null, null]);
  expect(topParts(all, 2, false).map(({ value }) => value)).toEqual([3, 2]);
});
