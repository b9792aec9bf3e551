import type { GridColumn } from './geometry.ts';
import type { GridProps } from './gridProps.ts';
import type { GridState } from './gridState.svelte.ts';
import type { CellPosition } from './movement.ts';
import type { CellRange } from './selection.ts';

/** The grid as keyboard and pointer handlers see it. Members are live. */
export interface GridHost {
  readonly props: GridProps;
  readonly grid: GridState;
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  readonly range: CellRange;
  readonly viewport: HTMLElement;
  cellId: (row: number, column: number) => string;
  /** Scrolls to the cell; `extend` keeps the selection's other corner. */
  activate: (target: CellPosition, extend?: boolean) => Promise<void>;
}

export function openRow({ props }: GridHost, row: number): void {
  const record = props.rows.recordAt(row);
  if (record !== undefined) props.onopen?.(record);
  else {
    const at = props.rows.pageAt(row);
    if (at?.entry !== undefined) props.onload(at.page);
  }
}
