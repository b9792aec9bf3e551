import { dayMs } from '../../../preload/contract/days.ts';
import { startOfNextPeriod, type Period } from '../../../preload/contract/periods.ts';
import { sumOf } from '../../../preload/contract/sum.ts';
import type { RecordTotals, TotalsRequest, TotalsRow } from '../../../preload/contract/totals.ts';
import type { Unit } from '../../../preload/contract/units.ts';
import { count } from '../../format/numbers.ts';
import type { Entity } from '../../ui/chart/entityColors.ts';
import type { ChartSeries } from '../../ui/chart/timeModel.ts';
import { othersLabel } from './totalsTable.ts';

/** A chart of totals: groups of the first level, with a series for each group of the second axis. */

/** More are combined. */
const maxSeries = 8;
const maxGroups = 20;
/** Limit of empty periods that are filled in. */
const maxEmptyPeriods = 5000;

export interface TotalsSeries extends ChartSeries {
  /** Column of the table, 0 for the total; null if it combines several. */
  readonly column: number | null;
  /** Figure of all groups; NaN if there is none. */
  readonly whole: number;
}

export interface BarGroup {
  readonly name: string;
  readonly entity: Entity | null;
  /** Row of the table; null if it combines several. */
  readonly row: number | null;
}

export interface TotalsDrawing {
  /** The x-axis: groups with bars, or starts of periods in days since 1970 UTC. */
  readonly groups: readonly BarGroup[];
  readonly days: Int32Array | null;
  readonly series: readonly TotalsSeries[];
  readonly stacked: boolean;
  /** Sentences on omitted figures. */
  readonly notes: readonly string[];
}

export interface TotalsDrawingOptions {
  /** Index among the measures. */
  readonly measure: number;
  readonly unit: Unit | undefined;
  /** Used if the chart has one series. */
  readonly name: string;
  /** True if figures of several columns, or of several groups of the first level, add up. */
  readonly addsUp: { readonly columns: boolean; readonly groups: boolean };
  readonly groupLabel: (row: TotalsRow) => string;
  readonly columnLabels: readonly string[];
  readonly entityOf: (axis: 'rows' | 'columns', value: TotalsRow['value']) => Entity | null;
}

/** Columns or rows drawn as one. `others`: the number of combined groups. */
interface Joined<Part> {
  readonly parts: readonly Part[];
  readonly others: number;
}

/** Combines parts beyond the limits if they add up, else omits them. */
export function drawingOf(
  answer: RecordTotals,
  { rows: levels, columns: axis, measures }: Pick<TotalsRequest, 'rows' | 'columns' | 'measures'>,
  options: TotalsDrawingOptions,
): TotalsDrawing {
  const { measure, addsUp, groupLabel, columnLabels, entityOf } = options;
  const kind = measures[measure]?.kind;
  // Without records, a sum or count is 0, an average unknown.
  const nothing = kind === 'count' || kind === 'sum' ? 0 : NaN;
  const period = levels[0]?.period;
  const rows = answer.rows.filter(({ depth }) => depth === 1);
  const figureAt = (row: TotalsRow | undefined, column: number): number => {
    const figure = row?.figures[column * measures.length + measure] ?? NaN;
    return Number.isFinite(figure) ? figure : NaN;
  };
  const figureOf = (some: readonly TotalsRow[], columns: readonly number[]): number => {
    const known = some
      .flatMap((row) => columns.map((column) => figureAt(row, column)))
      .filter((figure) => !Number.isNaN(figure));
    return known.length === 0 ? nothing : sumOf(known);
  };

  const columns =
    axis === undefined
      ? { joined: [{ parts: [0], others: 0 }], leftOut: 0 }
      : joinedColumns(answer, (column) => figureAt(answer.rows[0], column), addsUp.columns);
  const isBeside = axis !== undefined && !addsUp.columns;
  const groups =
    period === undefined ? joinedRows(rows, isBeside ? maxSeries : maxGroups, addsUp.groups) : null;
  const days = period === undefined ? null : daysOf(rows, period);
  const byDay = new Map(rows.map((row) => [row.others > 0 ? null : row.value, row]));
  const members: readonly (readonly TotalsRow[])[] =
    groups?.joined.map(({ parts }) => parts) ??
    Array.from(days ?? [], (day) => byDay.get(day * dayMs)).map((row) => (row === undefined ? [] : [row]));

  return {
    days,
    groups: (groups?.joined ?? []).map(({ parts: [row], others }) => ({
      name: others > 0 || row === undefined ? othersLabel(others) : groupLabel(row),
      entity: others > 0 || row === undefined ? null : entityOf('rows', row.value),
      row: others > 0 || row === undefined ? null : answer.rows.indexOf(row),
    })),
    series: columns.joined.map(({ parts, others }): TotalsSeries => {
      const [column = 0] = parts;
      return {
        id: others > 0 ? 'others' : column.toString(),
        name: others > 0 ? othersLabel(others) : (columnLabels[column - 1] ?? options.name),
        entity: others > 0 || column === 0 ? null : entityOf('columns', answer.columns[column - 1] ?? null),
        values: Float64Array.from(members, (some) => figureOf(some, parts)),
        unit: options.unit,
        column: others > 0 ? null : column,
        whole: figureOf(answer.rows.slice(0, 1), parts),
        others: others > 0,
      };
    }),
    stacked: axis !== undefined && addsUp.columns,
    notes: [
      ...leftOutNote(columns, 'columns'),
      ...(groups === null ? undrawnDays(rows) : leftOutNote(groups, 'groups')),
    ],
  };
}

function joinedColumns(
  { columns, otherColumns }: RecordTotals,
  sizeOf: (column: number) => number,
  addUp: boolean,
): { joined: Joined<number>[]; leftOut: number } {
  const own = columns.map((_, index) => index + 1);
  const size = (column: number): number => {
    const figure = sizeOf(column);
    return Number.isNaN(figure) ? -Infinity : figure;
  };
  const bySize = own.toSorted((a, b) => (size(a) === size(b) ? a - b : size(b) > size(a) ? 1 : -1));
  const shown = new Set(bySize.slice(0, ownPlaces(own.length + otherColumns, maxSeries)));
  const rest = own.filter((column) => !shown.has(column));
  return joinedWith(
    own.filter((column) => shown.has(column)),
    { parts: otherColumns > 0 ? [...rest, columns.length + 1] : rest, others: rest.length + otherColumns },
    addUp,
  );
}

function joinedRows(
  rows: readonly TotalsRow[],
  limit: number,
  addUp: boolean,
): { joined: Joined<TotalsRow>[]; leftOut: number } {
  const groupCount = rows.reduce((sum, { others }) => sum + Math.max(1, others), 0);
  const own = rows.filter(({ others }) => others === 0).slice(0, ownPlaces(groupCount, limit));
  const rest = rows.filter((row) => !own.includes(row));
  return joinedWith(own, { parts: rest, others: groupCount - own.length }, addUp);
}

/** A single group beyond the limit is drawn, since “Others” would take as much space. */
function ownPlaces(groupCount: number, limit: number): number {
  return groupCount === limit + 1 ? groupCount : limit;
}

function joinedWith<Part>(
  own: readonly Part[],
  rest: Joined<Part>,
  addUp: boolean,
): { joined: Joined<Part>[]; leftOut: number } {
  const joined: Joined<Part>[] = own.map((part) => ({ parts: [part], others: 0 }));
  if (rest.others === 0) return { joined, leftOut: 0 };
  return addUp ? { joined: [...joined, rest], leftOut: 0 } : { joined, leftOut: rest.others };
}

function leftOutNote(
  { joined, leftOut }: { joined: readonly unknown[]; leftOut: number },
  what: string,
): string[] {
  if (leftOut === 0) return [];
  const all = count(joined.length + leftOut);
  return [
    `The chart shows ${count(joined.length)} of ${all} ${what}: the figures of the others do not add up.`,
  ];
}

function undrawnDays(rows: readonly TotalsRow[]): string[] {
  return [
    ...(rows.some(({ others, value }) => others === 0 && value === null)
      ? ['Records without a date are not drawn.']
      : []),
    ...(rows.some(({ others }) => others > 0)
      ? ['Periods that the table counts as Other are not drawn.']
      : []),
  ];
}

/** Starts of periods, including empty ones, in days since 1970 UTC. */
function daysOf(rows: readonly TotalsRow[], period: Period): Int32Array {
  const known = rows
    .flatMap(({ others, value }) => (others === 0 && typeof value === 'number' ? [value / dayMs] : []))
    .toSorted((a, b) => a - b);
  const days: number[] = [];
  for (const day of known) {
    let next = startOfNextPeriod(period, days.at(-1) ?? day);
    for (; next < day && days.length < maxEmptyPeriods; next = startOfNextPeriod(period, next))
      days.push(next);
    days.push(day);
  }
  return Int32Array.from(days);
}
