import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeRandom } from '../../../../../main/sample-service/data/random.ts';
import { compareIds } from '../../../../../main/store/query/order.ts';
import { textKey } from '../../../../../preload/contract/textOrder.ts';
import type { ComputedColumn } from '../../../../../preload/contract/computedColumns.ts';
import { columnNameOf, type ComputedFormat } from '../../../../../preload/contract/expressions/columns.ts';
import { computeColumn } from '../../../../../preload/contract/expressions/computeColumn.ts';
import { Fault, type Present } from '../../../../../preload/contract/expressions/values.ts';
import type { Condition, Query, Sort } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { resources } from '../../../../../preload/contract/resources.ts';
import { atScale } from '../../../../support/scale.ts';
import { openTestTable } from './testTable.ts';

/** The local engine against expressions that are evaluated here, one record after the other. */

const file = fileURLToPath(import.meta.url);

const expressions: readonly (readonly [ComputedFormat, string])[] = [
  ['number', 'decimals * 2'],
  ['number', '1 / decimals'],
  ['number', 'sqrt(trailing_7_day_return_percent)'],
  ['number', '0 * trailing_7_day_return_percent'],
  ['number', 'round(trailing_1_month_return_percent, 0)'],
  ['dollars', 'market_value_dollar / circulating_market_value_dollar'],
  ['dollars', 'market_value_dollar - market_value_dollar.val_30d'],
  ['number', 'coalesce(market_value_dollar, -1)'],
  ['percent', 'if(is_investable, trailing_7_day_return_percent, 0)'],
  ['text', 'upper(name) & "!"'],
  ['text', 'decimals'],
  ['text', 'network_name & standards'],
  ['text', 'asset'],
  ['text', 'asset_name & "/" & issuer_id'],
  ['yesno', 'decimals > 6 and is_investable'],
  ['yesno', 'isEmpty(price_dollar)'],
];

const odd: readonly unknown[] = [
  null,
  0,
  -0,
  1,
  6,
  18,
  -2.5,
  0.1,
  1e308,
  '12',
  '0x',
  '',
  'ä',
  'Z',
  true,
  'false',
  [],
  ['a', null],
  { val: 4, val_30d: 1 },
  { val: -4 },
  { val: null },
  { val: '99999999999999999999.5', val_30d: '1' },
  { name: 'Named', id: 7 },
  {},
];
/** What a field is most of the time. */
const usual: Readonly<Record<string, readonly unknown[]>> = {
  decimals: [0, 6, 18, null],
  name: ['USDC', 'usdc', 'Ondo 😀', 'nul\0', null],
  is_investable: [true, false, null],
  market_value_dollar: [{ val: 1e6, val_30d: 9e5 }, { val: 0 }, { val: null }, 5, null],
  circulating_market_value_dollar: [{ val: 2 }, { val: 0 }, null],
  asset: [{ id: 3, name: 'Fund' }, null],
  issuer: [{ id: 4, name: 'Issuer' }, null],
};
const names = [
  'decimals',
  'name',
  'is_investable',
  'market_value_dollar',
  'circulating_market_value_dollar',
  'price_dollar',
  'trailing_7_day_return_percent',
  'trailing_1_month_return_percent',
  'network_name',
  'standards',
  'asset',
  'asset_name',
  'issuer',
  'issuer_id',
];

function definition(format: ComputedFormat, expression: string): ComputedColumn {
  return { id: 'x', resource: 'tokens', name: 'X', expression, format, createdAt: 1, changedAt: 1 };
}

/** The value of a record as the engine compares it: what cannot be computed counts as nothing. */
function valuesOf(column: ComputedColumn): (record: ResourceRecord) => string | number | null {
  const computed = computeColumn(column);
  if (!computed.ok) throw new Error(computed.problems[0]?.message);
  const plain = (value: Present): string | number =>
    typeof value === 'boolean'
      ? Number(value)
      : typeof value === 'string'
        ? value.replaceAll('\0', '\uFFFD')
        : value;
  return (record) => {
    const value = computed.compute(record);
    return value === null || value instanceof Fault ? null : plain(value);
  };
}

function sorted(
  records: readonly ResourceRecord[],
  value: ReturnType<typeof valuesOf>,
  direction: Sort['direction'],
): unknown[] {
  return [...records]
    .sort((a, b) => {
      const [left, right] = [value(a), value(b)];
      const ids = compareIds(a.id, b.id);
      if (left === null || right === null) return Number(left === null) - Number(right === null) || ids;
      return (direction === 'asc' ? 1 : -1) * compareIds(keyOf(left), keyOf(right)) || ids;
    })
    .map(({ id }) => id);
}

describe('a computed column', () => {
  it('sorts and filters as each record is computed: empty values and errors last, ties by id', async () => {
    await atScale(file, 2000, ({ count, seed }) => {
      const random = makeRandom(seed);
      const records = Array.from({ length: Math.max(60, count) }, (_, index): ResourceRecord => {
        const member = (name: string): [string, unknown][] =>
          random.chance(0.08) ? [] : [[name, random.pick(random.chance(0.75) ? (usual[name] ?? odd) : odd)]];
        return { id: index + 1, ...(Object.fromEntries(names.flatMap(member)) as object) };
      });
      using table = openTestTable(resources.tokens, records);
      const run = (query: Query, column: ComputedColumn): unknown[] =>
        table
          .run({ ...query, computed: [column], pagination: { page: 1, perPage: 1000 } })
          .records.map(({ id }) => id);
      for (const [format, expression] of expressions) {
        const column = definition(format, expression);
        const field = columnNameOf(column);
        const value = valuesOf(column);
        for (const direction of ['asc', 'desc'] as const) {
          const expected = sorted(records, value, direction);
          expect(run({ sort: { field, direction } }, column), `${expression} ${direction}`).toEqual(
            expected.slice(0, 1000),
          );
          const paged = [3, 2].flatMap((page) =>
            table
              .run({ sort: { field, direction }, computed: [column], pagination: { page, perPage: 13 } })
              .records.map(({ id }) => id),
          );
          expect(paged).toEqual([...expected.slice(26, 39), ...expected.slice(13, 26)]);
        }
        const some = records.map(value).find((one) => one !== null) ?? 0;
        const asked = format === 'yesno' ? some === 1 : some;
        const matching = (condition: Pick<Condition, 'operator' | 'value'>): unknown[] =>
          run({ filter: { field, ...condition }, sort: { field: 'id', direction: 'asc' } }, column);
        const where = (test: (found: string | number) => boolean): unknown[] =>
          records
            .filter((record) => {
              const found = value(record);
              return found !== null && test(found);
            })
            .map(({ id }) => id)
            .slice(0, 1000);
        const empty = records.filter((record) => value(record) === null).map(({ id }) => id);
        expect(matching({ operator: 'equals', value: null }), expression).toEqual(empty.slice(0, 1000));
        expect(matching({ operator: 'equals', value: asked }), expression).toEqual(
          where((found) => found === some),
        );
        if (typeof some === 'number' && format !== 'yesno')
          expect(matching({ operator: 'gte', value: some }), expression).toEqual(
            where((found) => Number(found) >= some),
          );
      }
    });
  });

  it('of a date sorts and is compared by its day', () => {
    const column: ComputedColumn = {
      ...definition('date', 'addDays(timestamp, 1)'),
      resource: 'transactions',
    };
    const times = ['2025-03-01T23:00:00Z', null, '2024-02-28T00:00:00Z', 'never', '2025-03-01'];
    const records = times.map((timestamp, index) => ({ id: `t${index.toString()}`, timestamp }));
    using table = openTestTable(resources.transactions, records);
    const run = (query: Query): unknown[] =>
      table.run({ ...query, computed: [column] }).records.map(({ id }) => id);
    const sort: Sort = { field: '=x', direction: 'asc' };
    expect(run({ sort })).toEqual(['t2', 't0', 't4', 't1', 't3']);
    const of = (operator: string, value: string): unknown[] =>
      run({ sort, filter: { field: '=x', operator, value } });
    expect(of('equals', '2024-02-29')).toEqual(['t2']);
    expect(of('onOrAfter', '2025-03-02')).toEqual(['t0', 't4']);
  });

  it('that nobody defines is an unknown field', () => {
    using table = openTestTable(resources.tokens, [{ id: 1 }]);
    expect(() => table.run({ sort: { field: '=x', direction: 'asc' } })).toThrow("Unknown sort field '=x'");
    expect(() => table.run({ filter: { field: '=x', operator: 'equals', value: 1 } })).toThrow(
      "Unknown field '=x'",
    );
  });
});

function keyOf(value: string | number): string | number {
  return typeof value === 'string' ? textKey(value) : value;
}
