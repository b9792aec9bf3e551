import { afterAll, describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../../../../preload/contract/records.ts';
import { dayMs } from '../../../../../../preload/contract/days.ts';
import { periods } from '../../../../../../preload/contract/periods.ts';
import {
  fieldMeasures,
  type RecordTotals,
  type TotalsLevel,
  type TotalsMeasure,
  type TotalsRequest,
} from '../../../../../../preload/contract/totals.ts';
import { makeRecordTotals } from '../../../../../../main/store/cache/reading/recordTotals.ts';
import { makeRemainderWriter } from '../../../../../../main/store/query/exact.ts';
import { makeWriter } from '../../../../../../main/store/query/writer.ts';
import { makeRandom, transactionsTable } from '../../../../../bench/storeData.ts';
import { atScale } from '../../../../../support/scale.ts';
import { openBesideDuckDb } from './besideDuckDb.ts';

/** Totals in SQLite beside the figures of DuckDB on the same values, made from a seed. */

const count = 2000;
let random = makeRandom(21);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const huge = [1e308, 1e308, -1e308];
const awkward = [null, 0, -0, 5e-324, 0.1, 0.1, 1, 1, -2.5, 1e21, 123456789.125];
const records: ResourceRecord[] = Array.from({ length: count }, (_, index) => ({
  id: index + 1,
  date:
    random() < 0.05
      ? null
      : new Date(Date.UTC(2019, 11, 25) + Math.floor(random() * 800) * dayMs).toISOString().slice(0, 10),
  usd_amount: random() < 0.02 ? pick(huge) : pick(awkward),
  amount: random() < 0.1 ? null : Math.round((random() * 20 - 5) * 1e4) / 1e3,
  to_address: pick(['', 'a', 'A', 'é', '😀', null, '0x1', '0x2', '0x3']),
  asset_id: pick([1, 2, 10, null]),
  network_id: pick([1, 3, null]),
}));

const { database, duck, looks, close } = await openBesideDuckDb(records, {
  date: 'DATE',
  usd_amount: 'DOUBLE',
  amount: 'DOUBLE',
  to_address: 'TEXT',
  asset_id: 'INTEGER',
  network_id: 'INTEGER',
});
const totals = makeRecordTotals(database);

afterAll(close);

const request = (part: Partial<TotalsRequest> & Pick<TotalsRequest, 'rows'>): TotalsRequest => ({
  resource: 'transactions',
  query: {},
  measures: [{ kind: 'count' }],
  ...part,
});

function sqlOfLevel({ field, period }: TotalsLevel): string {
  return period === undefined ? field : `epoch_ms(date_trunc('${period}', ${field})::TIMESTAMP)::DOUBLE`;
}

function sqlOfMeasure(measure: TotalsMeasure): string {
  switch (measure.kind) {
    case 'count':
      return 'count(*)::DOUBLE';
    // DuckDB refuses a sum that passes the largest double on its way.
    case 'sum':
      return `fsum(${measure.field} * pow(2, -64))`;
    case 'mean':
      return `favg(${measure.field} * pow(2, -64))`;
    case 'weighted':
      return `fsum(${measure.field} * ${measure.weight}) / nullif(fsum(CASE WHEN ${measure.field} IS NOT NULL THEN ${measure.weight} END), 0)`;
    case 'min':
    case 'max':
      return `${measure.kind}(${measure.field}) + 0`;
    case 'median':
      return `median(${measure.field} * 0.5)`;
    case 'share':
    case 'rank':
      return 'NULL';
  }
}

/** The largest of the numbers behind a sum: in what cancels out it leaves what the order of the sum rounds off. */
function sqlOfSize(measure: TotalsMeasure): string {
  const isSum = measure.kind === 'sum' || measure.kind === 'mean';
  return isSum ? `coalesce(max(abs(${measure.field})), 0)` : '0::DOUBLE';
}

/** What DuckDB's figure is times, to be the figure. */
const factors = { sum: 2 ** 64, mean: 2 ** 64, median: 2 } as Readonly<Record<string, number>>;

/** The figures of an answer by the path of each group and the value of its column. */
function flat({ rows, columns }: RecordTotals, measures: number): Map<string, readonly (number | null)[]> {
  const found = new Map<string, readonly (number | null)[]>();
  let path: unknown[] = [];
  for (const { depth, value, others, figures } of rows) {
    expect(others).toBe(0);
    path = depth === 0 ? [] : [...path.slice(0, depth - 1), value];
    const width = figures.length / measures;
    for (let column = 0; column < width; column += 1) {
      const cell = figures.slice(column * measures, (column + 1) * measures);
      const key = JSON.stringify([path, column === 0 ? 'all' : [columns[column - 1]]]);
      expect(found.has(key)).toBe(false);
      if (column === 0 || (cell[0] ?? 0) !== 0) found.set(key, cell);
    }
  }
  return found;
}

const axes: readonly TotalsLevel[] = [
  { field: 'to_address' },
  { field: 'asset_id' },
  { field: 'network_id' },
  ...periods.slice(1).map((period) => ({ field: 'date', period })),
];

it('random groupings have the figures that DuckDB finds', () =>
  atScale(import.meta.filename, 200, async ({ count: cases, seed }) => {
    random = makeRandom(seed);
    for (let index = 0; index < cases; index += 1) await expectAsDuckDb();
  }));

/** The records of the groups of the first level, the others included. */
function wholeOf({ rows }: RecordTotals): number {
  return rows.reduce((sum, { depth, figures }) => sum + (depth === 1 ? (figures[0] ?? 0) : 0), 0);
}

async function expectAsDuckDb(): Promise<void> {
  const chosen = axes.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 3));
  const columns = random() < 0.6 ? pick(axes.filter((level) => !chosen.includes(level))) : undefined;
  const field = (): string => pick(['amount', 'usd_amount']);
  const measures: TotalsMeasure[] = [
    { kind: 'count' },
    ...Array.from({ length: 4 }, () => ({ kind: pick(fieldMeasures), field: field() })),
    { kind: 'weighted', field: 'amount', weight: 'amount' },
  ];
  const isPart = random() < 0.3;
  const answer = totals(
    request({
      rows: chosen,
      ...(columns === undefined ? {} : { columns }),
      measures,
      query: isPart ? { filter: { operator: 'gt', field: 'amount', value: 0.5 } } : {},
    }),
  );
  if (answer.rows.some(({ others }) => others > 0)) {
    expect(wholeOf(answer)).toBe(answer.recordCount);
    return;
  }
  const found = flat(answer, measures.length);
  let groups = 0;
  for (let depth = 0; depth <= chosen.length; depth += 1)
    for (const byColumn of columns === undefined ? [false] : [false, true]) {
      const keys = [...chosen.slice(0, depth), ...(byColumn && columns !== undefined ? [columns] : [])];
      const by = keys.map((level) => sqlOfLevel(level));
      const reader = await duck.runAndReadAll(
        `SELECT ${[...by, ...measures.map(sqlOfMeasure), ...measures.map(sqlOfSize)].join(', ')} FROM t WHERE ${isPart ? 'amount > 0.5' : 'true'}${by.length === 0 ? '' : ` GROUP BY ${by.map((_, index) => (index + 1).toString()).join(', ')}`}`,
      );
      for (const row of reader.getRows()) {
        const values = row.slice(0, keys.length);
        const key = JSON.stringify([values.slice(0, depth), byColumn ? values.slice(depth) : 'all']);
        const figures = found.get(key);
        expect(figures, key).toBeDefined();
        groups += 1;
        for (const [index, measure] of measures.entries()) {
          const given = row[keys.length + index] ?? null;
          const own = figures?.[index] ?? null;
          const where = `${key} ${JSON.stringify(measure)}`;
          if (given === null || own === null) expect(own, where).toBe(given);
          else {
            const expected = Number(given) * (factors[measure.kind] ?? 1);
            if (Number.isFinite(expected)) {
              const size = Number(row[keys.length + measures.length + index]);
              const tolerance = 1e-9 * Math.max(1, Math.abs(expected)) + 1e-13 * size;
              expect(Math.abs(own - expected), where).toBeLessThan(tolerance);
            } else expect(own, where).toBe(expected);
          }
        }
      }
    }
  expect(found.size).toBe(groups);
}

it('stand by the first figure, largest first, periods in their own order, and as they are sorted', () => {
  const sum = { kind: 'sum', field: 'amount' } as const;
  const values = (part: Partial<TotalsRequest>) =>
    totals(
      request({ rows: [{ field: 'asset_id' }], measures: [{ kind: 'count' }, sum], ...part }),
    ).rows.slice(1);
  const sums = values({}).map(({ figures }) => figures[1] ?? 0);
  expect(sums).toEqual(sums.toSorted((a, b) => b - a));
  const counts = values({ sort: { measure: 0, direction: 'asc' } }).map(({ figures }) => figures[0] ?? 0);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(values({ sort: { measure: null, direction: 'desc' } }).map(({ value }) => value)).toEqual([
    10,
    2,
    1,
    null,
  ]);
  const years = values({ rows: [{ field: 'date', period: 'year' }] }).map(({ value }) => value);
  expect(years).toEqual([
    ...[2019, 2020, 2021, 2022].map((year) => Date.UTC(year, 0, 1)).filter((year) => years.includes(year)),
    null,
  ]);
});

it('stand by the figure of one column of the second axis, those without one last', () => {
  const sum = { kind: 'sum', field: 'amount' } as const;
  const measures = [{ kind: 'count' }, sum] as const;
  for (const column of [1, 3, null]) {
    const found = totals(
      request({
        rows: [{ field: 'asset_id' }, { field: 'to_address' }],
        columns: { field: 'network_id' },
        measures: [...measures],
        sort: { measure: 1, direction: 'asc', column },
      }),
    );
    const at = (1 + found.columns.indexOf(column)) * measures.length + 1;
    const outer = found.rows.filter(({ depth }) => depth === 1);
    const figures = outer.map(({ figures: all }) => all[at] ?? Infinity);
    expect(figures).toEqual(figures.toSorted((a, b) => a - b));
    const inner = found.rows.slice(2, 2 + found.rows.slice(2).findIndex(({ depth }) => depth === 1));
    const within = inner.map(({ figures: all }) => all[at] ?? Infinity);
    expect(within.length).toBeGreaterThan(3);
    expect(within).toEqual(within.toSorted((a, b) => a - b));
  }
});

it('state shares of the group around them, and ranks in which equal figures are equal', () => {
  const { rows } = totals(
    request({
      rows: [{ field: 'network_id' }, { field: 'asset_id' }],
      measures: [{ kind: 'count' }, { kind: 'share' }, { kind: 'rank' }],
    }),
  );
  expect(rows[0]?.figures).toEqual([count, null, null]);
  for (const [index, { depth }] of rows.entries()) {
    if (depth === 2) continue;
    const next = rows.findIndex((row, at) => at > index && row.depth <= depth);
    const inner = rows
      .slice(index + 1, next === -1 || depth === 0 ? undefined : next)
      .filter((row) => row.depth === depth + 1);
    const counts = inner.map(({ figures }) => figures[0] ?? 0);
    expect(inner.reduce((sum, { figures }) => sum + (figures[1] ?? 0), 0)).toBeCloseTo(100, 9);
    expect(inner.map(({ figures }) => figures[2])).toEqual(
      counts.map((one) => 1 + counts.filter((other) => other > one).length),
    );
  }
});

describe('more groups than are shown', () => {
  const days = { field: 'date', period: 'day' } as const;
  const known = new Set(records.flatMap(({ date }) => (date === null ? [] : [String(date)])));

  it('of the second axis are counted together, and the latest days have columns', () => {
    const { rows, columns, otherColumns } = totals(request({ rows: [{ field: 'asset_id' }], columns: days }));
    expect(columns).toHaveLength(200);
    expect(otherColumns).toBe(known.size + 1 - 200);
    expect(columns.slice(0, -1)).toEqual(
      [...known]
        .map((day) => Date.parse(day))
        .sort((a, b) => a - b)
        .slice(-199),
    );
    for (const { figures } of rows) {
      expect(figures).toHaveLength(202);
      expect(figures.slice(1).reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(figures[0]);
    }
  });

  it('within a group are one row, whose figures are those of all of its records', () => {
    const { rows } = totals(
      request({
        rows: [{ field: 'id' }, { field: 'asset_id' }],
        measures: [{ kind: 'median', field: 'amount' }, { kind: 'count' }],
        sort: { measure: null, direction: 'asc' },
      }),
    );
    const others = rows.at(-1);
    expect(others).toMatchObject({ depth: 1, others: count - 1000, value: null });
    const amounts = records
      .slice(1000)
      .flatMap(({ amount }) => (typeof amount === 'number' ? [amount] : []))
      .sort((a, b) => a - b);
    const middle = [amounts.length - 1, amounts.length].map((place) => amounts[Math.floor(place / 2)] ?? 0);
    expect(others?.figures[0]).toBeCloseTo(((middle[0] ?? 0) + (middle[1] ?? 0)) / 2, 9);
    expect(others?.figures[1]).toBe(1000);
    expect(rows[1]).toMatchObject({ depth: 1, value: 1 });
  });
});

it('can be canceled while records are read and while figures are made', () => {
  const asked = request({ rows: [{ field: 'asset_id' }], measures: [{ kind: 'sum', field: 'amount' }] });
  looks.count = 0;
  totals(asked);
  const all = looks.count;
  expect(all).toBeGreaterThan((2 * count) / 256);
  for (const at of [1, Math.floor(all / 2), all]) {
    Object.assign(looks, { count: 0, cancelAt: at });
    expect(() => totals(asked)).toThrow('canceled');
  }
  looks.cancelAt = Infinity;
});

it('a sum larger than every number is infinite, and its mean is not', () => {
  const measures = [
    { kind: 'sum', field: 'usd_amount' },
    { kind: 'mean', field: 'usd_amount' },
    { kind: 'weighted', field: 'usd_amount', weight: 'usd_amount' },
  ] as const;
  const of = (value: number) =>
    totals(
      request({
        rows: [{ field: 'usd_amount' }],
        measures,
        query: { filter: { operator: 'equals', field: 'usd_amount', value } },
      }),
    ).rows[0]?.figures ?? [];
  const [sum, mean, weighted] = of(1e308);
  expect(sum).toBe(Infinity);
  expect((mean ?? 0) / 1e308).toBeCloseTo(1, 9);
  expect((weighted ?? 0) / 1e308).toBeCloseTo(1, 9);
  expect(of(-1e308)[0]).toBe(-Infinity);
  const tenths = records.filter(({ usd_amount: value }) => value === 0.1).length;
  expect(of(0.1)[0]).toBe(tenths / 10);
});

it('numbers with more digits than can be computed with are said to be approximate', () => {
  const asked = request({ rows: [{ field: 'asset_id' }], measures: [{ kind: 'sum', field: 'amount' }] });
  expect(totals(asked).approximate).toBe(false);
  const rests = makeRemainderWriter(database, transactionsTable);
  makeWriter(database, transactionsTable, undefined, rests).write(
    [{ id: count + 1, amount: '12345678901234567891.5' }],
    [1],
  );
  expect(totals(asked).approximate).toBe(true);
  expect(totals(request({ rows: [{ field: 'asset_id' }] })).approximate).toBe(false);
});

it('what is no number is not summed up', () => {
  expect(() =>
    totals(request({ rows: [{ field: 'asset_id' }], measures: [{ kind: 'sum', field: 'to_address' }] })),
  ).toThrow('to_address');
});
