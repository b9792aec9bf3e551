import type { CellPosition } from './movement.ts';

/** Edges included; rows of the whole list. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** Selected rows if others came between; undefined for all. */
  readonly rows?: ReadonlySet<number> | undefined;
  /** Further selected rows, which are not loaded and may be anywhere. */
  readonly missing?: number;
}

export function rangeBetween(one: CellPosition, other: CellPosition): CellRange {
  return {
    top: Math.max(0, Math.min(one.row, other.row)),
    bottom: Math.max(0, one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

/** Keeps the selected rows below `rowCount`; null for none. */
export function onlyRows(
  range: CellRange,
  { rows: meant, missing }: Required<Pick<CellRange, 'missing'>> & { readonly rows: ReadonlySet<number> },
  rowCount: number,
): CellRange | null {
  const rows = new Set([...meant].filter((row) => row < rowCount));
  if (rows.size + missing === 0) return null;
  const [top = range.top] = rows;
  return { ...range, top, bottom: [...rows].at(-1) ?? top, rows, missing };
}

export function cellCount(range: CellRange): number {
  return rowCountOf(range) * (range.right - range.left + 1);
}

export function rowCountOf({ top, bottom, rows, missing = 0 }: CellRange): number {
  return (rows?.size ?? bottom - top + 1) + missing;
}

/** Lazy, from the top. */
export function* rowsOf(range: CellRange): Generator<number> {
  for (let row = range.top; row <= range.bottom; row += 1) if (holdsRow(range, row)) yield row;
}

export function holdsRow({ top, bottom, rows }: CellRange, row: number): boolean {
  return row >= top && row <= bottom && rows?.has(row) !== false;
}

export function holdsCell(range: CellRange, { row, column }: CellPosition): boolean {
  return holdsRow(range, row) && column >= range.left && column <= range.right;
}
