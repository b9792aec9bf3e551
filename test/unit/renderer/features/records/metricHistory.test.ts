import { describe, expect, it } from 'vitest';
import { pointsFromHere } from '../../../../../renderer/features/records/metricHistory.svelte.ts';

const at = Date.parse('2026-04-11T09:30:00Z');
const days = (...texts: string[]): number[] => texts.map((text) => Date.parse(text) / 86_400_000);

describe('a history without a series', () => {
  it('is what was seen by day and what the record tells of earlier days, in order', () => {
    const points = pointsFromHere(
      [
        ['2026-04-04', 8],
        ['2026-04-08', null],
      ],
      { val: 10, val_7d: 7, val_90d: 1, val_30d: null },
      at,
    );
    expect([...(points?.days ?? [])]).toEqual(days('2026-01-11', '2026-04-04', '2026-04-08', '2026-04-11'));
    // What was seen on 4 April counts before what is told of it a week later.
    expect([...(points?.values ?? [])]).toEqual([1, 8, NaN, 10]);
  });

  it('is nothing where no value is known', () => {
    expect(pointsFromHere([], null, at)).toBeNull();
    expect(pointsFromHere([['2026-04-08', null]], { val: null }, at)).toBeNull();
    expect(pointsFromHere([], { val: 1 }, null)).toBeNull();
  });
});
