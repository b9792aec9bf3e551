import type { ColumnSummary } from '../../../../preload/contract/columnSummary.ts';
import { canonicalJson } from '../../../../preload/contract/json.ts';
import { readMetric } from '../../../../preload/contract/metric.ts';
import { figuresOf, type NumberFigures } from '../../../../preload/contract/numberFigures.ts';
import type { Unit } from '../../../../preload/contract/units.ts';
import type { ShownField } from '../../../fields/infer.ts';
import { shownAdditivity } from '../../../fields/additivity.ts';
import { isFigure } from '../../../fields/present.ts';
import { isEmpty, valueIn } from '../../../fields/value.ts';
import type { GridRows } from '../../../ui/grid/rows.ts';
import { cellCount, holdsRow, rowCountOf, type CellRange } from '../../../ui/grid/selection.ts';

/** The figures of a selection of cells. */
export interface SelectedCells {
  readonly range: CellRange;
  readonly cells: number;
  readonly rows: number;
  /** Rows that are not in memory count for nothing. */
  readonly loadedRows: number;
  /** The columns that count: those of figures where these have one unit, else all of them. */
  readonly fields: readonly ShownField[];
  /** Cells of them with a value, and how many different values they have; null where that is not known. */
  readonly count: number;
  readonly distinct: number | null;
  readonly figures: SelectedFigures | null;
}

/** The figures among the selected cells. The sum is null where it says nothing, as that of percentages. */
export interface SelectedFigures extends Omit<NumberFigures, 'distinct' | 'percentiles'> {
  /** Of all of them; undefined for plain numbers. */
  readonly unit: Unit | undefined;
  readonly median: number;
}

/** Summarizes the loaded cells of a range. Figures of several units are not summed: dollars and percentages have no sum. */
export function selectedCells(
  rows: Pick<GridRows, 'recordAt' | 'pageAt'>,
  columns: readonly ShownField[],
  range: CellRange,
): SelectedCells {
  const chosen = columns.slice(range.left, range.right + 1);
  const figures = chosen.filter(isFigure);
  const areFigures = new Set(figures.map(({ unit }) => unit)).size === 1;
  const fields = areFigures ? figures : chosen;
  let loadedRows = 0;
  let filled = 0;
  const numbers: number[] = [];
  const values = new Set<string>();
  for (let row = range.top; row <= range.bottom; row += 1) {
    if (!holdsRow(range, row)) continue;
    const record = rows.recordAt(row);
    if (record === undefined) {
      // A selection may have a million rows, of which few pages are in memory.
      const page = rows.pageAt(row);
      if (page !== undefined && page.entry?.kind !== 'here') row = Math.max(row, page.rows.end - 1);
      continue;
    }
    loadedRows += 1;
    for (const field of fields) {
      const value = valueIn(record, field);
      if (areFigures) numbers.push(...numberIn(value, field.type));
      else if (value !== undefined && !isEmpty(value)) {
        filled += 1;
        // Different values are counted of one column: those of several are seldom the same, and slow to compare.
        if (fields.length === 1) values.add(canonicalJson(value));
      }
    }
  }
  const common = { range, cells: cellCount(range), rows: rowCountOf(range), loadedRows, fields };
  const found = figuresOf(Float64Array.from(numbers));
  return areFigures
    ? { ...common, count: numbers.length, distinct: found?.distinct ?? 0, figures: selected(fields, found) }
    : { ...common, count: filled, distinct: fields.length === 1 ? values.size : null, figures: null };
}

/** Returns a selection with the figures of all of its rows in place of those in memory. */
export function withAllRows(
  cells: SelectedCells,
  { rows, count, distinct, figures }: ColumnSummary,
): SelectedCells {
  return { ...cells, loadedRows: rows, count, distinct, figures: selected(cells.fields, figures) };
}

function selected(fields: readonly ShownField[], figures: NumberFigures | null): SelectedFigures | null {
  if (figures === null || !fields.every(isFigure)) return null;
  const { smallest, largest, mean, sum, percentiles } = figures;
  const hasSum = fields.every((field) => shownAdditivity(field) !== 'none');
  const unit = fields[0]?.unit;
  return { unit, smallest, largest, mean, sum: hasSum ? sum : null, median: percentiles[2] ?? mean };
}

function numberIn(value: ReturnType<typeof valueIn>, type: ShownField['type']): number[] {
  const number = type === 'metric' ? (readMetric(value)?.val ?? null) : value;
  return typeof number === 'number' ? [number] : [];
}
