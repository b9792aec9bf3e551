import { describe, expect, it } from 'vitest';
import { aggregateReader, sortOfSeries } from '../../../../../main/data-service/aggregates.ts';
import { onePage } from '../../../../../main/features/aggregates/onePage.ts';
import type { Query } from '../../../../../preload/contract/query.ts';

/** Rule: service notes, "Aggregates and timeseries": the order of series is another one with each answer. */
describe('groups and series that the service sends in any order', () => {
  const group = (id: number | null, name: string | null) => ({
    measure: { id: 2, slug: 'value' },
    group: { id, name },
    value: id,
    points: [['2026-01-01', id]],
  });
  const sent = [
    group(7, 'Base'),
    group(10, 'Base'),
    group(null, null),
    group(2, 'Base Camp'),
    group(1, 'Aptos'),
  ];

  async function idsIn(results: readonly unknown[], query: Query) {
    const reader = aggregateReader(() => Promise.resolve({ text: JSON.stringify({ results }), notes: [] }));
    const values = await onePage((page) => reader.aggregate('tokens', page), query);
    const points = await onePage((page) => reader.timeseries('tokens', page), query, {
      row: 'series',
      sort: sortOfSeries(query),
    });
    return {
      values: values.results.map((one) => [one.group.id, one.value]),
      points: points.results.map((one) => [one.group.id, one.values[0] ?? null]),
    };
  }

  it('have one of their own, by name and id', async () => {
    const own = [1, 10, 7, 2].map((id) => [id, id]);
    for (const results of [sent, sent.toReversed()]) {
      expect(await idsIn(results, {})).toEqual({
        values: [...own, [null, null]],
        points: [...own, [null, NaN]],
      });
    }
  });

  it('have that of the query, where it sorts them; by date it sorts points', async () => {
    const query = (field: string): Query => ({ sort: { field, direction: 'desc' } });
    const ids = sent.map((one) => one.group.id);
    const byValue = await idsIn(sent, query('value'));
    expect([byValue.values, byValue.points].map((all) => all.map(([id]) => id))).toEqual([ids, ids]);
    expect((await idsIn(sent, query('date'))).points.map(([id]) => id)).toEqual([1, 10, 7, 2, null]);
  });
});
