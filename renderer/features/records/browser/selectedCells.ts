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

export interface SelectedCells {
  readonly range: CellRange;
  readonly cells: number;
  readonly rows: number;
  readonly loadedRows: number;
  /** Numeric columns of a common unit, else all columns. */
  readonly fields: readonly ShownField[];
  readonly count: number;
  readonly distinct: number | null;
  readonly figures: SelectedFigures | null;
}

/** The sum is null if meaningless, as for percentages. */
interface SelectedFigures extends Omit<NumberFigures, 'distinct' | 'percentiles'> {
  readonly unit: Unit | undefined;
  readonly median: number;
}

/** Loaded cells only. Figures of several units are not summed. */
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
        // Distinct values of several columns are costly and rarely equal.
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
