import type { CellPosition } from './movement.ts';

/** Cells of rows and columns, the edges included. Rows count from 0 over the whole list. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** The rows from top to bottom that are meant, since others have come between them; undefined for all. */
  readonly rows?: ReadonlySet<number> | undefined;
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

/** The same with some of its rows only, those of the first `rowCount` of the list; null where none is left. */
export function onlyRows(range: CellRange, meant: ReadonlySet<number>, rowCount: number): CellRange | null {
  const rows = new Set([...meant].filter((row) => row < rowCount));
  const [top] = rows;
  return top === undefined ? null : { ...range, top, bottom: [...rows].at(-1) ?? top, rows };
}

export function cellCount(range: CellRange): number {
  return rowCountOf(range) * (range.right - range.left + 1);
}

export function rowCountOf({ top, bottom, rows }: CellRange): number {
  return rows?.size ?? bottom - top + 1;
}

/** The rows of a range from the top down, as far as one asks for them. */
export function* rowsOf(range: CellRange): Generator<number> {
  for (let row = range.top; row <= range.bottom; row += 1) if (holdsRow(range, row)) yield row;
}

export function holdsRow({ top, bottom, rows }: CellRange, row: number): boolean {
  return row >= top && row <= bottom && rows?.has(row) !== false;
}

export function holdsCell(range: CellRange, { row, column }: CellPosition): boolean {
  return holdsRow(range, row) && column >= range.left && column <= range.right;
}
