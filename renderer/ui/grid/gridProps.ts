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

/** Properties of a grid. */
export interface GridProps extends GridEvents {
  /** Names the grid for screen readers. */
  name: string;
  rows: GridRows;
  /** The columns, in order. */
  fields: readonly ShownField[];
  layout: Layout;
  /** Of a row and of the header, in CSS pixels. */
  rowHeight: number;
  /** Says which list the rows are: with another one the grid starts at `startRow` again. */
  listKey: string | null;
  /** The first row to be in sight; undefined while the rows are not yet those that it counts. */
  startRow: number | undefined;
  sort: Sort;
  /** The record in the panel. */
  openId?: string | undefined;
  /** True while rows are awaited. */
  busy: boolean;
  /** True once they have been awaited noticeably long. */
  slow: boolean;
  /** True while the rows shown are those of an earlier request, and the new ones are slow. */
  outdated?: boolean;
  context: CellContext;
  colorOfNetwork?: (name: string) => string | undefined;
  /** Words for the button that loads rows which wait for it. */
  unrequestedHint?: string | undefined;
}

/** Callbacks of a grid; without those that may be left out its rows lead nowhere and have one order. */
export interface GridEvents {
  /** `add`: behind the columns that the rows are sorted by already. */
  onsort?: (field: ShownField, add: boolean) => void;
  onopen?: (record: PartialRecord) => void;
  /** A cell of another record became the active one. */
  onmove?: (record: PartialRecord) => void;
  onfollow?: (link: RecordLink) => void;
  /** These rows are in sight. */
  onshow: (rows: IndexRange) => void;
  /** The scrolling rests at this row. */
  onrest?: ((row: number) => void) | undefined;
  onload: (page: number) => void;
  oncopy: (range: CellRange) => void;
  oncolumnmenu: (field: ShownField, at: { x: number; y: number }) => void;
  oncellmenu: (cell: CellPosition, range: CellRange, at: { x: number; y: number }) => void;
  onselect?: (range: CellRange | null) => void;
  /** The selection was given up, since others have come among its rows and not all of its records were known. */
  onlost?: () => void;
  onmovecolumn: (field: ShownField, to: number) => void;
  onresizecolumn: (field: ShownField, width: number) => void;
  onfitcolumn: (field: ShownField) => void;
  onhidecolumn: (field: ShownField) => void;
}
