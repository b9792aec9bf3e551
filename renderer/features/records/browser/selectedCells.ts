import { readMetric } from '../../../../preload/contract/metric.ts';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import type { Unit } from '../../../../preload/contract/resources.ts';
import type { ShownField } from '../../../fields/infer.ts';
import { isFigure } from '../../../fields/present.ts';
import { fieldValue } from '../../../fields/value.ts';
import type { GridRows } from '../../../ui/grid/rows.ts';
import { cellCount, rowCountOf, type CellRange } from '../../../ui/grid/selection.ts';

/** What a selection of cells comes to. */
export interface SelectedCells {
  readonly cells: number;
  readonly rows: number;
  /** Rows that are not in memory count for nothing. */
  readonly loadedRows: number;
  readonly figures: SelectedFigures | null;
}

/** The figures among the selected cells. */
export interface SelectedFigures {
  /** Of all of them; undefined for plain numbers. */
  readonly unit: Unit | undefined;
  readonly count: number;
  /** Null where figures of this unit do not add up, such as percentages. */
  readonly sum: number | null;
  readonly average: number;
  readonly minimum: number;
  readonly maximum: number;
}

const unitsThatAddUp: readonly (Unit | undefined)[] = ['dollar', 'count', 'token', undefined];

/** Sums up the loaded cells of a range. Figures of several units come to nothing: dollars and percentages have no sum. */
export function selectedCells(
  rows: Pick<GridRows, 'recordAt'>,
  columns: readonly ShownField[],
  range: CellRange,
): SelectedCells {
  const fields = columns.slice(range.left, range.right + 1).filter(isFigure);
  const units = new Set(fields.map(({ unit }) => unit));
  let loadedRows = 0;
  let count = 0;
  let total = 0;
  let minimum = Infinity;
  let maximum = -Infinity;
  for (let row = range.top; row <= range.bottom; row += 1) {
    const record = rows.recordAt(row);
    if (record === undefined) continue;
    loadedRows += 1;
    for (const field of fields) {
      const value = numberIn(record, field);
      if (value === null) continue;
      count += 1;
      total += value;
      minimum = Math.min(minimum, value);
      maximum = Math.max(maximum, value);
    }
  }
  const [unit] = units;
  const sum = unitsThatAddUp.includes(unit) ? total : null;
  return {
    cells: cellCount(range),
    rows: rowCountOf(range),
    loadedRows,
    figures:
      count === 0 || units.size > 1 ? null : { unit, count, sum, average: total / count, minimum, maximum },
  };
}

function numberIn(record: ResourceRecord, field: ShownField): number | null {
  const value = fieldValue(record, field.name);
  const number = field.type === 'metric' ? (readMetric(value)?.val ?? null) : value;
  return typeof number === 'number' ? number : null;
}
