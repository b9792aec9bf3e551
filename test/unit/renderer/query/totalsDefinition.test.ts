import { describe, expect, it } from 'vitest';
import { locationSchema } from '../../../../preload/contract/locations/location.ts';
import type { TotalsLevel } from '../../../../preload/contract/totals.ts';
import {
  fieldOfLevel,
  firstTotals,
  levelConditions,
  levelItems,
  measureItems,
  othersCondition,
  totalsNoun,
  valueLabel,
  warningOf,
} from '../../../../renderer/query/totalsDefinition.ts';
import { measuresOf } from '../../../../renderer/query/totals.ts';
import { tableOfTotals, treeOf, unfolded } from '../../../../renderer/features/totals/totalsTable.ts';

function conditionsOf(level: TotalsLevel, value: string | number | null) {
  const field = fieldOfLevel({ resource: 'transactions' }, level);
  if (field === undefined) throw new Error(`${level.field} makes no groups.`);
  return levelConditions(level, field, value);
}

describe('the totals of a table for which none was chosen', () => {
  it.each([
    ['assets', { field: 'asset_class_name' }],
    ['issuers', { field: 'legal_structure_type' }],
    ['transactions', { field: 'transaction_type_id' }],
  ] as const)('of %s are by what analysts group them by', (resource, level) => {
    expect(firstTotals(resource).rows).toEqual([level]);
  });
});

describe('the title of totals', () => {
  it('names what they are by, with the field where two levels have one name', () => {
    const [date, time] = [
      { field: 'date', period: 'month' },
      { field: 'timestamp', period: 'month' },
    ] as const;
    const network = { field: 'network_id' };
    expect(totalsNoun({ resource: 'transactions' }, { rows: [date], columns: network })).toBe(
      'month and network',
    );
    expect(totalsNoun({ resource: 'transactions' }, { rows: [date, time], columns: network })).toBe(
      'month (Date), month (Time) and network',
    );
    expect(totalsNoun({ resource: 'transactions' }, { rows: [date, { ...time, period: 'year' }] })).toBe(
      'month and year',
    );
  });
});

describe('the conditions of a group', () => {
  it('hold the days of a period, from its first up to that of the next', () => {
    expect(conditionsOf({ field: 'date', period: 'quarter' }, Date.UTC(2024, 0, 1))).toEqual([
      { operator: 'gte', field: 'date', value: '2024-01-01' },
      { operator: 'lt', field: 'date', value: '2024-04-01' },
    ]);
    expect(conditionsOf({ field: 'timestamp', period: 'month' }, Date.UTC(2024, 1, 1))).toEqual([
      { operator: 'gte', field: 'timestamp', value: '2024-02-01T00:00:00.000Z' },
      { operator: 'lt', field: 'timestamp', value: '2024-03-01T00:00:00.000Z' },
    ]);
    expect(conditionsOf({ field: 'date', period: 'week' }, Date.UTC(2024, 11, 30))).toEqual([
      { operator: 'gte', field: 'date', value: '2024-12-30' },
      { operator: 'lt', field: 'date', value: '2025-01-06' },
    ]);
    expect(conditionsOf({ field: 'date', period: 'year' }, Date.UTC(2024, 0, 1))[1]).toMatchObject({
      value: '2025-01-01',
    });
    expect(conditionsOf({ field: 'date', period: 'day' }, Date.UTC(2024, 0, 1))).toEqual([
      { operator: 'equals', field: 'date', value: '2024-01-01' },
    ]);
  });

  it('of records without a value ask for those', () => {
    expect(conditionsOf({ field: 'to_address' }, null)).toEqual([
      { operator: 'equals', field: 'to_address', value: null },
    ]);
    expect(conditionsOf({ field: 'date', period: 'month' }, null)).toEqual([
      { operator: 'equals', field: 'date', value: null },
    ]);
  });
});

describe('the condition of all that has no column of its own', () => {
  const outside = (level: TotalsLevel, shown: (string | number | null)[], isLatest = true) => {
    const field = fieldOfLevel({ resource: 'transactions' }, level);
    if (field === undefined) throw new Error(`${level.field} makes no groups.`);
    return othersCondition(level, field, shown, isLatest);
  };
  const none = (field: string) => ({ operator: 'equals', field, value: null });

  it('is none of the values that have one, and records without a value where these have none', () => {
    const without = ['a', 'b'].map((value) => ({ operator: 'notEquals', field: 'to_address', value }));
    expect(outside({ field: 'to_address' }, ['a', null, 'b'])).toEqual({ operator: 'and', filters: without });
    expect(outside({ field: 'to_address' }, ['a', 'b'])).toEqual({
      operator: 'or',
      filters: [{ operator: 'and', filters: without }, none('to_address')],
    });
  });

  it('is all that is earlier than the latest periods; others have none', () => {
    const month = { field: 'date', period: 'month' } as const;
    const earlier = { operator: 'lt', field: 'date', value: '2024-02-01' };
    const shown = [Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 1)];
    expect(outside(month, [...shown, null])).toEqual(earlier);
    expect(outside(month, shown)).toEqual({ operator: 'or', filters: [earlier, none('date')] });
    expect(outside(month, shown, false)).toBeNull();
  });
});

it('a place has totals', () => {
  const place = { view: 'browse', resource: 'transactions', search: '', query: {} };
  const totals = {
    rows: [{ field: 'date', period: 'month' }, { field: 'token_id' }],
    columns: { field: 'network_id' },
    measures: [{ kind: 'weighted', field: 'amount', weight: 'usd_amount' }],
    sort: { measure: 0, direction: 'asc' },
    wide: true,
  };
  expect(locationSchema.parse({ ...place, totals })).toMatchObject({ totals });
});

it('sums of prices and holders are warned of, amounts only where they are of several tokens', () => {
  expect(warningOf({ resource: 'tokens' }, { kind: 'sum', field: 'price_dollar' }, [])).toContain(
    'does not add up',
  );
  expect(warningOf({ resource: 'tokens' }, { kind: 'mean', field: 'price_dollar' }, [])).toBeNull();
  expect(
    warningOf({ resource: 'tokens' }, { kind: 'share', field: 'holding_addresses_count' }, []),
  ).toContain('does not add up');
  expect(warningOf({ resource: 'tokens' }, { kind: 'sum', field: 'market_value_dollar' }, [])).toBeNull();
  const amount = { kind: 'sum', field: 'amount' } as const;
  expect(warningOf({ resource: 'transactions' }, amount, [{ field: 'network_id' }])).toContain(
    'one token only',
  );
  expect(warningOf({ resource: 'transactions' }, amount, [{ field: 'token_id' }])).toBeNull();
});

it('sums of the last day that had any are not offered, nor weights: it is another day for each record', () => {
  const daily = measureItems({ resource: 'tokens' }).filter(({ measure }) =>
    ['daily_mints_dollar', 'daily_active_addresses_count'].includes(
      'field' in measure ? (measure.field ?? '') : '',
    ),
  );
  const kinds = ['mean', 'min', 'max', 'median', 'weighted'];
  expect(daily.map(({ measure }) => measure.kind)).toEqual([...kinds, ...kinds]);
  expect(measuresOf('tokens').filter(({ name }) => name.includes('daily'))).toEqual([]);
  // A place, or an aggregate that the service does not give, may name one all the same.
  expect(warningOf({ resource: 'tokens' }, { kind: 'sum', field: 'daily_mints_dollar' }, [])).toBe(
    'Daily mints (USD) does not add up over tokens: their last days differ. Take the average or the weighted average.',
  );
});

it('every choice has a name of its own', () => {
  for (const items of [
    levelItems({ resource: 'transactions' }),
    measureItems({ resource: 'transactions' }),
    measureItems({ resource: 'tokens' }),
  ]) {
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
    expect(items.every(({ label }) => label.trim() !== '')).toBe(true);
  }
  const month = { field: 'date', period: 'month' } as const;
  expect(valueLabel(month, fieldOfLevel({ resource: 'transactions' }, month), null, () => undefined)).toBe(
    'None',
  );
});

describe('rows of totals', () => {
  const row = (depth: number, value: string | null, figures: number[], others = 0) => ({
    depth,
    value,
    others,
    figures,
  });
  const tree = treeOf([
    row(0, null, [6]),
    row(1, 'a', [4]),
    row(2, 'x', [3]),
    row(2, null, [1], 2),
    row(1, null, [2]),
    row(2, 'x', [2]),
  ]);

  it('fold with all that is within them', () => {
    const [all = '', a = ''] = tree.map(({ key }) => key);
    expect(unfolded(tree, new Set())).toEqual([0, 1, 2, 3, 4, 5]);
    expect(unfolded(tree, new Set([a]))).toEqual([0, 1, 4, 5]);
    expect(new Set(tree.map(({ key }) => key)).size).toBe(tree.length);
    expect(tree[0]?.hasInner).toBe(false);
    expect(all).not.toBe(a);
  });

  it('are a table with a column for each level', () => {
    const table = tableOfTotals(tree, unfolded(tree, new Set()), {
      levels: ['Group', 'Group'],
      measures: ['Count'],
      units: ['count'],
      isDay: [false, false],
      group: ({ value, others }) => (others > 0 ? `Other (${others.toString()})` : String(value ?? 'None')),
      columns: [],
    });
    expect(table.columns.map(({ name, unit }) => [name, unit])).toEqual([
      ['Group', undefined],
      ['Group (2)', undefined],
      ['Count', 'count'],
    ]);
    expect(table.rows).toEqual([
      ['All', null, 6],
      ['a', null, 4],
      ['a', 'x', 3],
      ['a', 'Other (2)', 1],
      ['None', null, 2],
      ['None', 'x', 2],
    ]);
  });
});
