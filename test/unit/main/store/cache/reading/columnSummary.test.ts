import { afterAll, describe, expect, it } from 'vitest';
import type { SummaryRequest } from '../../../../../../preload/contract/columnSummary.ts';
import { percentiles } from '../../../../../../preload/contract/numberFigures.ts';
import type { ResourceRecord } from '../../../../../../preload/contract/records.ts';
import { makeColumnSummary } from '../../../../../../main/store/cache/reading/columnSummary.ts';
import { makeRandom } from '../../../../../bench/storeData.ts';
import { openBesideDuckDb } from './besideDuckDb.ts';

/** Summaries of columns in SQLite beside the figures of DuckDB on the same values, made from a seed. */

const count = 3000;
const random = makeRandom(20);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const awkward = [null, 0, -0, 1e308, -1e308, 5e-324, 0.1, 0.1, 1, 1, 1, -2.5, 1e21, 123456789.125];
const days = ['2025-12-31', '2026-01-01', '2026-02-28', null];
const addresses = [
  '',
  'a',
  'A',
  'é',
  '\uFFFD',
  '😀',
  null,
  ...Array.from({ length: 40 }, (_, n) => `0x${n.toString(16)}`),
];

const records: ResourceRecord[] = Array.from({ length: count }, (_, index) => ({
  id: index + 1,
  date: pick(days),
  usd_amount: pick(awkward),
  amount: random() < 0.1 ? null : Math.round((random() * 20 - 5) * 1e4) / 1e3,
  to_address: pick(addresses),
  asset_id: pick([1, 2, 10, 'x', null]),
}));

const { database, duck, looks, close } = await openBesideDuckDb(records, {
  id: 'INTEGER',
  date: 'TIMESTAMP',
  usd_amount: 'DOUBLE',
  amount: 'DOUBLE',
  to_address: 'TEXT',
});
const summarize = makeColumnSummary(database);

afterAll(close);

async function byDuckDb(sql: string): Promise<unknown[]> {
  return (await duck.runAndReadAll(sql)).getRows()[0] ?? [];
}

const all = (field: string, query: SummaryRequest['query'] = {}): SummaryRequest => ({
  resource: 'transactions',
  query,
  fields: [field],
});

describe.each(['amount', 'usd_amount'])('the numbers of %s', (field) => {
  it('have the figures that DuckDB finds', async () => {
    const [empty, distinct, smallest, largest, quantiles] = await byDuckDb(
      `SELECT count(*) - count(${field}), count(DISTINCT ${field}), min(${field}), max(${field}),
         quantile_cont(${field}, [${percentiles.map((percent) => percent / 100).join(', ')}]) FROM t`,
    );
    const found = summarize(all(field));
    expect(found).toMatchObject({
      rows: count,
      empty: Number(empty),
      distinct: Number(distinct),
      approximate: false,
    });
    expect([found.smallest, found.largest]).toEqual([smallest, largest]);
    const { items } = quantiles as { items: readonly number[] };
    for (const [place, value] of items.entries())
      expect(found.figures?.percentiles[place]).toBeCloseTo(value, 9);
  });

  it('are counted in bins that the conditions of a click count as DuckDB does', async () => {
    const { histogram, count: values } = summarize(all(field));
    for (const bins of [histogram?.linear, histogram?.logarithmic]) {
      expect(bins?.length).toBeGreaterThan(0);
      expect(bins?.length).toBeLessThanOrEqual(40);
      expect(bins?.reduce((sum, bin) => sum + bin.count, 0)).toBe(values);
      for (const { from, to, count: inBin } of bins ?? []) {
        const conditions = [
          from === null ? '' : `${field} >= ${from.toString()}::DOUBLE`,
          to === null ? '' : `${field} < ${to.toString()}::DOUBLE`,
        ];
        const where = [`${field} IS NOT NULL`, ...conditions].filter((one) => one !== '').join(' AND ');
        expect(await byDuckDb(`SELECT count(*) FROM t WHERE ${where}`)).toEqual([BigInt(inBin)]);
      }
    }
  });

  it('are listed by how often they occur', async () => {
    const reader = await duck.runAndReadAll(
      `SELECT ${field} + 0, count(*) FROM t WHERE ${field} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
    );
    expect(summarize(all(field)).frequent.map(({ value, count: times }) => [value, BigInt(times)])).toEqual(
      reader.getRows(),
    );
  });
});

it('sum and mean are those of DuckDB, also of a part', async () => {
  const filter = { operator: 'gt', field: 'amount', value: 0.5 };
  for (const [query, where] of [
    [{}, 'true'],
    [{ filter }, 'amount > 0.5'],
  ] as const) {
    const [sum, mean, rows] = await byDuckDb(
      `SELECT fsum(amount), favg(amount), count(*) FROM t WHERE ${where}`,
    );
    const { figures, rows: found } = summarize(all('amount', query));
    expect(figures?.sum).toBeCloseTo(Number(sum), 8);
    expect(figures?.mean).toBeCloseTo(Number(mean), 10);
    if (where !== 'true') expect(found).toBe(Number(rows));
  }
});

it('a sum larger than every number is no number, and the mean is', () => {
  const filter = { operator: 'equals', field: 'usd_amount', value: 1e308 };
  const { figures, count: values } = summarize(all('usd_amount', { filter }));
  expect(values).toBeGreaterThan(10);
  expect(figures?.sum).toBeNull();
  expect((figures?.mean ?? 0) / 1e308).toBeCloseTo(1, 10);
});

it('texts have their ends, distinct and most frequent values as in DuckDB', async () => {
  const [distinct, smallest, largest, empty] = await byDuckDb(
    'SELECT count(DISTINCT to_address), min(to_address), max(to_address), count(*) - count(to_address) FROM t',
  );
  const found = summarize(all('to_address'));
  expect(found).toMatchObject({
    distinct: Number(distinct),
    smallest,
    largest,
    empty: Number(empty),
    figures: null,
  });
  const reader = await duck.runAndReadAll(
    'SELECT to_address, count(*) FROM t WHERE to_address IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20',
  );
  expect(found.frequent.map(({ value, count: times }) => [value, BigInt(times)])).toEqual(reader.getRows());
});

it('days are counted by the calendar', () => {
  const { histogram, smallest, empty, count: values } = summarize(all('date'));
  expect(smallest).toBe(Date.UTC(2025, 11, 31));
  expect(empty + values).toBe(count);
  expect(histogram?.logarithmic).toBeNull();
  expect(histogram?.linear.every(({ from }) => from !== null && new Date(from).getUTCDay() === 1)).toBe(true);
});

it('rows of an order are summarized alone, several columns as one set', () => {
  const sort = { field: 'amount', direction: 'desc' as const };
  const sorted = records
    .map(({ amount }) => amount)
    .filter((value) => typeof value === 'number')
    .sort((a, b) => b - a);
  const request = { ...all('amount', { sort }), rows: { start: 10, end: 30 } };
  const found = summarize(request);
  expect(found).toMatchObject({ rows: 20, empty: 0, largest: sorted[10], smallest: sorted[29] });
  const both = summarize({ ...request, fields: ['amount', 'usd_amount'] });
  expect([both.rows, both.count + both.empty]).toEqual([20, 40]);
});

it('identifiers that are numbers stand before those that are texts', () => {
  expect(summarize(all('asset_id'))).toMatchObject({ smallest: 1, largest: 'x', distinct: 4 });
});

it('nothing and one value have no width', () => {
  expect(summarize(all('amount', { filter: { operator: 'equals', field: 'id', value: 0 } }))).toMatchObject({
    rows: 0,
    count: 0,
    figures: null,
    histogram: null,
  });
  const one = summarize(
    all('usd_amount', { filter: { operator: 'equals', field: 'usd_amount', value: 0.1 } }),
  );
  expect(one.histogram?.linear).toHaveLength(1);
  expect(one.figures?.percentiles).toEqual([0.1, 0.1, 0.1, 0.1, 0.1]);
});

describe('many cells', () => {
  const times = (columns: number, field = 'amount'): SummaryRequest => ({
    ...all(field),
    fields: Array.from({ length: columns }, () => field),
    rows: { start: 0, end: count },
  });

  it('more than a million are summarized as fewer are', () => {
    const [one, many] = [summarize(all('amount')), summarize(times(400))];
    expect(many).toMatchObject({
      rows: count,
      smallest: one.smallest,
      largest: one.largest,
      distinct: one.distinct,
    });
    expect([many.count, many.empty]).toEqual([one.count * 400, one.empty * 400]);
    expect(many.figures?.percentiles[2]).toBe(one.figures?.percentiles[2]);
  });

  it.each(['amount', 'to_address'])('%s can be canceled while they are read', (field) => {
    // What the filter matches is known from then on.
    summarize(times(400, field));
    looks.count = 0;
    summarize(times(400, field));
    looks.cancelAt = looks.count;
    looks.count = 0;
    expect(looks.cancelAt).toBeGreaterThan(0);
    expect(() => summarize(times(400, field))).toThrow('canceled');
    looks.cancelAt = Infinity;
  });

  it('more than twenty million are refused, before they are read', () => {
    expect(() => summarize(times(7000))).toThrow(
      'These are more than 20 million cells. Select fewer rows or columns, or filter the list.',
    );
  });
});
