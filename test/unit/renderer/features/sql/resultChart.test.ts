import { expect, it } from 'vitest';
import type { SqlCell, SqlResultColumn } from '../../../../../preload/contract/sql.ts';
import { chartColumns, drawingOfResult } from '../../../../../renderer/features/sql/resultChart.ts';

const columns: SqlResultColumn[] = [
  { name: 'asset_id', kind: 'number' },
  { name: 'day', kind: 'date' },
  { name: 'amount', kind: 'number' },
  { name: 'place', kind: 'text' },
];

function drawn(all: readonly SqlResultColumn[], rows: SqlCell[][], count = rows.length) {
  const chosen = chartColumns(all);
  return chosen === null ? null : drawingOfResult(all, chosen, rows, count);
}

it('numbers are drawn by the first text or day, and identifiers are not', () => {
  expect(chartColumns(columns)).toMatchObject({ label: 1, figures: [2], hasDays: true });
  expect(chartColumns(columns.toReversed())).toMatchObject({ label: 0, figures: [1], hasDays: false });
  expect(chartColumns(columns.slice(0, 2))).toBeNull();
  expect(chartColumns(columns.slice(2, 3))).toBeNull();
});

it('days rise, whatever the order of the rows, and rows without one are named', () => {
  const rows = [
    [1, '1970-01-03', 5, 'east'],
    [1, null, 6, 'east'],
    [1, '1970-01-02', null, 'east'],
  ];
  expect(drawn(columns, rows)).toMatchObject({
    days: Int32Array.of(1, 2),
    series: [{ name: 'amount', values: Float64Array.of(NaN, 5) }],
    notes: ['Rows without day are not drawn.'],
  });
});

it('a count does not stand on the axis of dollars', () => {
  const some: SqlResultColumn[] = [
    { name: 'day', kind: 'date' },
    { name: 'sum(usd_amount)', kind: 'number' },
    { name: 'count(*)', kind: 'number' },
  ];
  expect(drawn(some, [['1970-01-02', 5e6, 3]])).toMatchObject({
    series: [
      { unit: 'dollar', axis: 'left' },
      { unit: 'count', axis: 'right' },
    ],
    notes: [],
  });
  const bars = some.map((column, place): SqlResultColumn =>
    place === 0 ? { name: 'place', kind: 'text' } : column,
  );
  expect(drawn(bars, [['east', 5e6, 3]])).toMatchObject({
    series: [{ name: 'sum(usd_amount)' }],
    notes: ['Counted in something else than the others, so not drawn: count(*).'],
  });
});

it('a day of several rows is not summed up in silence', () => {
  const rows = [
    [1, '1970-01-03', 5, 'east'],
    [1, '1970-01-03', 6, 'west'],
  ];
  expect(drawn(columns, rows)).toEqual({
    problem: 'Several rows have the same day. Group the statement by day.',
  });
});

it('texts have a bar each, and what is left out is said', () => {
  const rows = [
    ['east', 5],
    [null, 6],
  ];
  expect(drawn(columns.slice(2).toReversed(), rows, 3000)).toMatchObject({
    days: null,
    groups: [{ name: 'east' }, { name: '–' }],
    notes: ['The chart shows the first 20 of 3,000 rows.'],
  });
});
