/** Row -1 is the header. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly pageRows: number;
}

/** Returns null for keys that do not move. Source: ARIA Authoring Practices, grid pattern. */
export function move(
  from: CellPosition,
  key: string,
  withControl: boolean,
  size: GridSize,
): CellPosition | null {
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const at = (row: number, column: number): CellPosition => ({
    row: Math.min(Math.max(row, -1), lastRow),
    column: Math.min(Math.max(column, 0), Math.max(lastColumn, 0)),
  });
  switch (key) {
    case 'ArrowUp':
      return at(withControl ? 0 : from.row - 1, from.column);
    case 'ArrowDown':
      return at(withControl ? lastRow : from.row + 1, from.column);
    case 'ArrowLeft':
      return at(from.row, withControl ? 0 : from.column - 1);
    case 'ArrowRight':
      return at(from.row, withControl ? lastColumn : from.column + 1);
    case 'PageUp':
      return withControl ? null : at(Math.max(0, from.row - size.pageRows), from.column);
    case 'PageDown':
      return withControl ? null : at(from.row + size.pageRows, from.column);
    case 'Home':
      return at(withControl ? 0 : from.row, 0);
    case 'End':
      return at(withControl ? lastRow : from.row, lastColumn);
    default:
      return null;
  }
}
