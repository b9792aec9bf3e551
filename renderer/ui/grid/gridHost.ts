import type { GridColumn } from './geometry.ts';
import type { GridProps } from './gridProps.ts';
import type { GridState } from './gridState.svelte.ts';
import type { CellPosition } from './movement.ts';
import type { CellRange } from './selection.ts';

/** What working a grid needs of it, whether by keys or by pointer. Each member is as it is when it is read. */
export interface GridHost {
  readonly props: GridProps;
  readonly grid: GridState;
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  /** The selected cells, or the active one. */
  readonly range: CellRange;
  /** The element that scrolls. */
  readonly viewport: HTMLElement;
  cellId: (row: number, column: number) => string;
  /** Makes a cell the active one and brings it into sight; `extend` leaves the other corner of the selection. */
  activate: (target: CellPosition, extend?: boolean) => Promise<void>;
}

/** Opens the record of a row; a row that is not there is loaded instead. */
export function openRow({ props }: GridHost, row: number): void {
  const record = props.rows.recordAt(row);
  if (record !== undefined) props.onopen?.(record);
  else {
    const at = props.rows.pageAt(row);
    if (at?.entry !== undefined) props.onload(at.page);
  }
}
