import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { repeatsDays } from '../../../../preload/contract/repeatedDays.ts';
import { aggregateReader, aggregateRequest } from '../../../../main/data-service/aggregates.ts';

it('sorts by one field, as the service takes it', () => {
  const request = aggregateRequest('assets', 'value', {
    sort: { field: 'group', direction: 'asc', thenBy: [{ field: 'value', direction: 'desc' }] },
  });
  expect(decodeURIComponent(request)).toBe(
    '/v4/assets/aggregates?query={"sort":{"field":"group","direction":"asc"}}',
  );
});

it.each([
  [{}, false],
  [{ groupLimit: 2 }, true],
  [{ groupLimit: 3 }, false],
  [{ group_limit: 2 }, true],
  [{ pagination: { resultCount: { value: 2, relation: 'gte' } } }, true],
  [{ pagination: { resultCount: { value: 2, relation: 'eq' } } }, false],
  [{ pagination: { hasMore: true } }, true],
])('two groups beside %j say that more follow: %s', async (said, isMore) => {
  const results = [1, 2].map((id) => ({
    measure: { id: 1, slug: 'a' },
    group: { id, name: 'A' },
    value: id,
  }));
  const reader = aggregateReader(() =>
    Promise.resolve({ text: JSON.stringify({ results, ...said }), notes: [] }),
  );
  expect((await reader.aggregate('tokens', {})).saysMore).toBe(isMore);
});

it('says that a group came twice', async () => {
  const results = [1, 2, 1].map((id) => ({
    measure: { id: 1, slug: 'a' },
    group: { id, name: 'A' },
    value: id,
  }));
  const reader = aggregateReader(() => Promise.resolve({ text: JSON.stringify({ results }), notes: [] }));
  expect((await reader.aggregate('tokens', {})).shortfalls).toEqual([
    '1 group came twice in one answer: their figures may be parts of one.',
  ]);
});

describe('totals over days', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'];
  const group = (id: number, points: readonly (readonly [string, number | null])[]) => ({
    measure: { id: 1, slug: 'daily_mints_dollar' },
    group: { id, name: `Group ${id.toString()}` },
    points,
    value: points[0]?.[1],
  });
  const daily = (id: number, values: readonly (number | null)[]) =>
    group(
      id,
      values.map((value, at) => [days[at] ?? '', value] as const),
    );
  const ofDays = [daily(1, [5, 5, 5, 0]), daily(2, [5, 5, 0, 5]), daily(3, [0, 0, 0, 0])];
  const totals = [1, 2, 3].map((id) => group(id, [['2026-01-01', 15]]));
  const isNotShown =
    'The service repeats a figure on three days in a row or more. So sums and averages over days are not shown of Group 1.';

  function reading(answerOfDays: () => unknown = () => ofDays) {
    const asked: string[] = [];
    const reader = aggregateReader((request) => {
      const query = decodeURIComponent(request);
      asked.push(query);
      const results = query.includes('"interval":"day"') ? answerOfDays() : totals;
      return Promise.resolve({ text: JSON.stringify({ results }), notes: [] });
    });
    return { reader, asked };
  }

  it.each(['week', 'month', 'year'])(
    'by %s are withheld of groups that repeat a figure',
    async (interval) => {
      const { reader, asked } = reading();
      const { results, notes } = await reader.timeseries('tokens', { aggregate: { mode: 'flow', interval } });
      expect(results.map(({ group: { id }, values }) => [id, ...values])).toEqual([
        [1, NaN],
        [2, 15],
        [3, 15],
      ]);
      expect(notes).toEqual([isNotShown]);
      expect(asked).toHaveLength(2);
    },
  );

  it('are withheld where one value stands for all days', async () => {
    const { reader } = reading();
    const { results, notes } = await reader.aggregate('tokens', {
      aggregate: { mode: 'flow', groupBy: 'network_id' },
    });
    expect(results.map(({ value }) => value)).toEqual([null, 15, 15]);
    expect(notes).toEqual([isNotShown]);
  });

  it('are not asked for: days are shown as they came, and what they are is said', async () => {
    const { reader, asked } = reading();
    const { results, notes } = await reader.timeseries('tokens', { aggregate: { interval: 'day' } });
    expect([...(results[0]?.values ?? [])]).toEqual([5, 5, 5, 0]);
    expect(notes).toEqual([isNotShown]);
    const last = await reader.timeseries('tokens', { aggregate: { mode: 'stock', interval: 'month' } });
    expect(last.notes).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('say so where their days cannot be had', async () => {
    const unchecked = 'The app could not check whether the days of these totals repeat one figure.';
    const query = { aggregate: { mode: 'flow', interval: 'month' } };
    const few = reading(() => ofDays.slice(0, 2));
    expect((await few.reader.timeseries('tokens', query)).notes).toEqual([isNotShown, unchecked]);
    const failing = (code: 'bad-query' | 'timeout') =>
      reading(() => {
        throw new FailureError({ code, message: 'No.' });
      }).reader.timeseries('tokens', query);
    expect((await failing('bad-query')).notes).toEqual([unchecked]);
    await expect(failing('timeout')).rejects.toThrow('No.');
  });
});

it('days repeat a figure from three in a row on, zeros and gaps apart', () => {
  const repeats = (values: number[], days = values.map((_, at) => at)): boolean => repeatsDays(days, values);
  expect([repeats([1, 1, 1]), repeats([2, 0, 1, 1, 1, 0])]).toEqual([true, true]);
  expect([repeats([1, 1]), repeats([0, 0, 0]), repeats([1, 1, 2, 1]), repeats([NaN, NaN, NaN])]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(repeats([1, 1, 1], [0, 31, 59])).toBe(false);
  expect(repeats([], [])).toBe(false);
});

it('groups of an answer that calls itself partial are short', async () => {
  const group = { measure: { id: 2, slug: 'value' }, group: { id: 1, name: 'Base' }, value: 1 };
  const text = JSON.stringify({ results: [group], timed_out: true });
  const { shortfalls } = await aggregateReader(() => Promise.resolve({ text, notes: [] })).aggregate(
    'tokens',
    {},
  );
  expect(shortfalls).toEqual(['The service marked its answer as partial.']);
});
