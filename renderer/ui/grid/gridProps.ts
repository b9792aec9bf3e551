import type { Layout } from '../../../preload/contract/layouts.ts';
import type { Sort } from '../../../preload/contract/query.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';
import type { CellContext } from '../../fields/cell.ts';
import type { ShownField } from '../../fields/infer.ts';
import type { RecordLink } from '../../fields/links.ts';
import type { IndexRange } from './geometry.ts';
import type { CellPosition } from './movement.ts';
import type { GridRows } from './rows.ts';
import type { CellRange } from './selection.ts';

export interface GridProps extends GridEvents {
  name: string;
  rows: GridRows;
  fields: readonly ShownField[];
  layout: Layout;
  /** In CSS pixels, also for the header. */
  rowHeight: number;
  /** A new key restarts the grid at `startRow`. */
  listKey: string | null;
  /** Lists with equal keys have the same records, in any order: the selection goes along. */
  recordsKey?: string | null;
  /** Undefined while the rows are not yet those it counts. */
  startRow: number | undefined;
  /** Identity of the place. The grid restores its scroll position for the same object. */
  at?: object | undefined;
  sort: Sort;
  openId?: string | undefined;
  busy: boolean;
  slow: boolean;
  /** True if the rows answer an earlier request and new ones are slow. */
  outdated?: boolean;
  context: CellContext;
  colorOfNetwork?: (name: string) => string | undefined;
  unrequestedHint?: string | undefined;
}

/** Without the optional ones rows do not open and cannot be sorted. */
interface GridEvents {
  /** `add` appends to the sort columns. */
  onsort?: (field: ShownField, add: boolean) => void;
  onopen?: (record: PartialRecord) => void;
  /** Called when the active cell moves to another record. */
  onmove?: (record: PartialRecord) => void;
  onfollow?: (link: RecordLink) => void;
  onshow: (rows: IndexRange) => void;
  onrest?: ((row: number) => void) | undefined;
  onload: (page: number) => void;
  oncopy: (range: CellRange) => void;
  oncolumnmenu: (field: ShownField, at: { x: number; y: number }) => void;
  oncellmenu: (cell: CellPosition, range: CellRange, at: { x: number; y: number }) => void;
  onselect?: (range: CellRange | null) => void;
  /** The selection was dropped: rows moved and not all of its records are known. */
  onlost?: () => void;
  onmovecolumn: (field: ShownField, to: number) => void;
  onresizecolumn: (field: ShownField, width: number) => void;
  onfitcolumn: (field: ShownField) => void;
  onhidecolumn: (field: ShownField) => void;
}
