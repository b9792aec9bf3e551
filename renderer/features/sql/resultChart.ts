import { dayMs } from '../../../preload/contract/days.ts';
import type { SqlCell, SqlResultColumn } from '../../../preload/contract/sql.ts';
import type { Unit } from '../../../preload/contract/units.ts';
import { count } from '../../format/numbers.ts';
import type { TotalsDrawing } from '../totals/public.ts';
import { isIdentifier } from './resultRows.svelte.ts';

/** A chart of a result: numeric columns by the first column of texts or days, in the result's order. */

/** More are not readable side by side. */
const maxFigures = 8;
const maxBars = 20;
/** More than thirteen years. */
const maxDays = 5000;

interface ChartColumns {
  readonly label: number;
  readonly figures: readonly number[];
  /** True for lines over time, false for bars per row. */
  readonly hasDays: boolean;
  readonly maxRows: number;
}

/** Null without a numeric column or a column of texts or days. */
export function chartColumns(columns: readonly SqlResultColumn[]): ChartColumns | null {
  const label = columns.findIndex(({ kind }) => kind === 'text' || kind === 'date' || kind === 'datetime');
  const figures = columns.flatMap(({ name, kind }, place) =>
    kind === 'number' && !isIdentifier(name) ? place : [],
  );
  if (label === -1 || figures.length === 0) return null;
  const hasDays = columns[label]?.kind !== 'text';
  return { label, figures: figures.slice(0, maxFigures), hasDays, maxRows: hasDays ? maxDays : maxBars };
}

/**
 * Returns a chart of the first rows, or a sentence on why there is none.
 * @param all number of rows in the result
 */
export function drawingOfResult(
  columns: readonly SqlResultColumn[],
  { label, figures, hasDays, maxRows }: ChartColumns,
  rows: readonly (readonly SqlCell[])[],
  all: number,
): TotalsDrawing | { readonly problem: string } {
  const name = columns[label]?.name ?? '';
  const dayOf = (row: readonly SqlCell[]): number => Math.floor(Date.parse(String(row[label])) / dayMs);
  const drawn = hasDays
    ? rows.filter((row) => row[label] !== null).toSorted((a, b) => dayOf(a) - dayOf(b))
    : rows;
  const days = hasDays ? Int32Array.from(drawn, dayOf) : null;
  if (days?.some((day, index) => day === days[index - 1]) === true)
    return { problem: `Several rows have the same day. Group the statement by ${name}.` };
  const units = [...new Set(figures.map((place) => unitOf(columns[place]?.name ?? '')))];
  const axisOf = (place: number): number => units.indexOf(unitOf(columns[place]?.name ?? ''));
  // Bars have one axis, lines have two.
  const fitting = figures.filter((place) => axisOf(place) < (hasDays ? 2 : 1));
  const left = figures.filter((place) => !fitting.includes(place)).map((place) => columns[place]?.name ?? '');
  return {
    days,
    groups: hasDays
      ? []
      : drawn.map((row, index) => ({ name: String(row[label] ?? '–'), entity: null, row: index })),
    series: fitting.map((place, index) => ({
      id: place.toString(),
      name: columns[place]?.name ?? '',
      entity: null,
      unit: units[axisOf(place)],
      axis: axisOf(place) === 0 ? 'left' : 'right',
      values: Float64Array.from(drawn, (row) => (typeof row[place] === 'number' ? row[place] : NaN)),
      column: fitting.length === 1 ? 0 : index + 1,
      whole: NaN,
      others: false,
    })),
    stacked: false,
    notes: [
      ...(left.length === 0
        ? []
        : [`Counted in something else than the others, so not drawn: ${left.join(', ')}.`]),
      ...(all > maxRows ? [`The chart shows the first ${count(maxRows)} of ${count(all)} rows.`] : []),
      ...(drawn.length < rows.length ? [`Rows without ${name} are not drawn.`] : []),
    ],
  };
}

/** Returns the unit that a column name suggests: a count for `count(*)`, dollars for `sum(usd_amount)`. */
function unitOf(name: string): Unit | undefined {
  if (/count|(?:^|_)(?:n|number)(?:_|$)/i.test(name)) return 'count';
  return /usd|dollar/i.test(name) ? 'dollar' : undefined;
}
