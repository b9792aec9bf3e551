import type { CellPosition } from './movement.ts';

/** A rectangle of cells, its edges included. Rows count from 0 over the whole list. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The cells between two corners. */
export function rangeBetween(one: CellPosition, other: CellPosition): CellRange {
  return {
    top: Math.max(0, Math.min(one.row, other.row)),
    bottom: Math.max(0, one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

export function cellCount({ top, bottom, left, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

export function rowCountOf({ top, bottom }: CellRange): number {
  return bottom - top + 1;
}

export function holdsRow(range: CellRange, row: number): boolean {
  return row >= range.top && row <= range.bottom;
}

export function holdsCell(range: CellRange, { row, column }: CellPosition): boolean {
  return holdsRow(range, row) && column >= range.left && column <= range.right;
}
