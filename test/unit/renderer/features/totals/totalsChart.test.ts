import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../../../preload/contract/days.ts';
import type { RecordTotals, TotalsMeasure, TotalsRow } from '../../../../../preload/contract/totals.ts';
import { drawingOf, type TotalsDrawingOptions } from '../../../../../renderer/features/totals/totalsChart.ts';
import { addsUp } from '../../../../../renderer/query/totalsDefinition.ts';

const count = { kind: 'count' } as const;
const mean = { kind: 'mean', field: 'usd_amount' } as const;

function options(change: Partial<TotalsDrawingOptions> = {}): TotalsDrawingOptions {
  return {
    measure: 0,
    unit: 'count',
    name: 'Count',
    addsUp: { columns: true, groups: true },
    groupLabel: ({ value }) => String(value),
    columnLabels: Array.from({ length: 20 }, (_, index) => `column ${index.toString()}`),
    entityOf: (_axis, value) => (value === null ? null : { kind: 'network', id: value }),
    ...change,
  };
}

function answer(
  rows: readonly Pick<TotalsRow, 'value' | 'figures'>[],
  change: Partial<RecordTotals> & { readonly others?: number } = {},
): RecordTotals {
  const { others = 0, ...rest } = change;
  const width = rows[0]?.figures.length ?? 0;
  const whole = Array.from({ length: width }, (_, at) =>
    rows.reduce((sum, { figures }) => sum + (figures[at] ?? 0), 0),
  );
  return {
    rows: [
      { depth: 0, value: null, others: 0, figures: whole },
      ...rows.map((row, index) => ({ ...row, depth: 1, others: index === rows.length - 1 ? others : 0 })),
    ],
    columns: [],
    otherColumns: 0,
    groupCount: rows.length,
    recordCount: 1,
    approximate: false,
    ...rest,
  };
}

const byGroup = { rows: [{ field: 'network_id' }], measures: [count] };

function valuesOf(drawn: ReturnType<typeof drawingOf>): number[][] {
  return drawn.series.map(({ values }) => [...values]);
}

describe('bars of totals', () => {
  it('are those of the first level, the rest combined if it adds up', () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({ value: index, figures: [100 - index] }));
    const drawn = drawingOf(answer(rows, { others: 7 }), byGroup, options());
    expect(drawn.groups).toHaveLength(21);
    expect(drawn.groups[0]).toEqual({ name: '0', entity: { kind: 'network', id: 0 }, row: 1 });
    // Nine groups that are too many, and the seven that have no row of their own.
    expect(drawn.groups[20]).toEqual({ name: 'Other (16)', entity: null, row: null });
    const sum = rows.reduce((all, { figures: [figure = 0] }) => all + figure, 0);
    expect(valuesOf(drawn)[0]?.reduce((all, value) => all + value, 0)).toBe(sum);
    expect(drawn.notes).toEqual([]);
  });

  it('leave out what does not add up, and say so', () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({ value: index, figures: [100 - index] }));
    const drawn = drawingOf(
      answer(rows),
      { ...byGroup, measures: [mean] },
      options({ addsUp: { columns: false, groups: false } }),
    );
    expect(drawn.groups).toHaveLength(20);
    expect(drawn.notes).toEqual([
      'The chart shows 20 of 30 groups: the figures of the others do not add up.',
    ]);
  });

  it('are stacked, the eight largest columns in their order and the others combined', () => {
    const sizes = [0.1, 0.2, 0.3, 40, 5, 6, 7, 8, 9, 10, 11];
    const found = answer([{ value: 'a', figures: [97.7, ...sizes, 1.1] }], {
      columns: sizes.map((_, index) => index),
      otherColumns: 3,
    });
    const query = { ...byGroup, columns: { field: 'token_id' } };
    const drawn = drawingOf(found, query, options());
    expect(drawn.stacked).toBe(true);
    expect(drawn.series.map(({ name }) => name)).toEqual([
      ...[3, 4, 5, 6, 7, 8, 9, 10].map((index) => `column ${index.toString()}`),
      'Other (6)',
    ]);
    expect(valuesOf(drawn).map(([value]) => value)).toEqual([40, 5, 6, 7, 8, 9, 10, 11, 1.7]);
    expect(drawn.series.at(-1)).toMatchObject({ column: null, others: true, whole: 1.7 });
    expect(drawn.series[0]).toMatchObject({ column: 4, others: false, whole: 40 });

    const beside = drawingOf(found, query, options({ addsUp: { columns: false, groups: true } }));
    expect(beside.stacked).toBe(false);
    expect(beside.series).toHaveLength(8);
    expect(beside.notes).toEqual([
      'The chart shows 8 of 14 columns: the figures of the others do not add up.',
    ]);
  });
});

describe('lines of totals', () => {
  const month = (index: number): number => Date.UTC(2026, index, 1);
  const rows = [
    { value: month(0), figures: [3] },
    { value: month(3), figures: [5] },
    { value: null, figures: [2] },
  ];

  it('have each month: a count of 0 without records, a gap for an average', () => {
    const levels = [{ field: 'date', period: 'month' }] as const;
    const drawn = drawingOf(answer(rows), { rows: levels, measures: [count] }, options());
    expect([...(drawn.days ?? [])].map((day) => day * dayMs)).toEqual([0, 1, 2, 3].map(month));
    expect(valuesOf(drawn)).toEqual([[3, 0, 0, 5]]);
    expect(drawn.notes).toEqual(['Records without a date are not drawn.']);
    expect(valuesOf(drawingOf(answer(rows), { rows: levels, measures: [mean] }, options()))).toEqual([
      [3, NaN, NaN, 5],
    ]);
  });
});

it.each<[string, TotalsMeasure, readonly string[], boolean]>([
  ['counts', count, [], true],
  ['dollars', { kind: 'sum', field: 'usd_amount' }, [], true],
  ['averages', mean, [], false],
  ['amounts of several tokens', { kind: 'sum', field: 'amount' }, ['network_id'], false],
  ['amounts of one token', { kind: 'sum', field: 'amount' }, ['token_id'], true],
  ['ranks', { kind: 'rank', field: 'usd_amount' }, [], false],
])('%s add up or do not', (_name, measure, fields, expected) => {
  expect(
    addsUp(
      { resource: 'transactions' },
      measure,
      fields.map((field) => ({ field })),
    ),
  ).toBe(expected);
});
