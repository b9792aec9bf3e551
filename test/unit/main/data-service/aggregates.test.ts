import { describe, expect, it } from 'vitest';
import { aggregateReader, aggregateRequest } from '../../../../main/data-service/aggregates.ts';
import type { Query } from '../../../../preload/contract/query.ts';

it('sorts by one field, as the service takes it', () => {
  const request = aggregateRequest('assets', 'value', {
    sort: { field: 'group', direction: 'asc', thenBy: [{ field: 'value', direction: 'desc' }] },
  });
  expect(decodeURIComponent(request)).toBe(
    '/v4/assets/aggregates?query={"sort":{"field":"group","direction":"asc"}}',
  );
});

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
    const values = await reader.aggregate('tokens', query);
    const points = await reader.timeseries('tokens', query);
    return {
      values: values.body.results.map((one) => [one.group.id, one.value]),
      points: points.body.series.map((one) => [one.group.id, one.values[0] ?? null]),
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

it('figures of the last day that had any say so, and where days are added up what that counts again', async () => {
  const notesOf = async (slug: string, mode: string, interval = 'month') => {
    const results = [
      { measure: { id: 1, slug }, group: { id: 1, name: 'One' }, value: 5, points: [['2026-01-01', 5]] },
    ];
    const reader = aggregateReader(() => Promise.resolve({ text: JSON.stringify({ results }), notes: [] }));
    const values = await reader.aggregate('assets', { aggregate: { groupBy: 'network_id' } });
    const points = await reader.timeseries('assets', { aggregate: { mode, interval } });
    return [values.notes, points.notes];
  };
  const day = 'Each record’s figure is that of its last day with any.';
  const again = 'In the totals, days without any repeat that day’s figure.';
  for (const slug of ['daily_mints_dollar', 'monthly_active_addresses_count']) {
    expect(await notesOf(slug, 'stock')).toEqual([[day], [day]]);
    expect(await notesOf(slug, 'flow', 'day')).toEqual([[day], [day]]);
    expect(await notesOf(slug, 'flow')).toEqual([[day], [day, again]]);
  }
  expect(await notesOf('monthly_transfer_volume', 'flow')).toEqual([[], []]);
});
