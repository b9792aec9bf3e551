import type { PartialRecord } from '../../../preload/contract/records.ts';
import {
  clamp,
  columnsBetween,
  pinnedWidth,
  scrollTo,
  seenRows,
  totalWidth,
  visibleColumns,
  visibleRows,
  type GridColumn,
  type IndexRange,
} from './geometry.ts';
import type { CellPosition } from './movement.ts';
import {
  joinedPlaces,
  loadedRows,
  mayHaveMoved,
  placesNow,
  placesOf,
  placesOrAwaited,
  rowsOfPlaces,
  type RecordPlaces,
} from './recordPlaces.ts';
import type { GridRows } from './rows.ts';
import { onlyRows, rangeBetween, rowCountOf, rowsOf, type CellRange } from './selection.ts';
import { slotsFor, type Slots } from './slots.ts';
import {
  atTop,
  bodyHeight,
  contentTop,
  followScroll,
  rest,
  scrolledTo,
  type TallScroll,
  type TallSize,
} from './tallScroll.ts';

/** Larger selections do not track their records. */
const mostFollowed = 10_000;
const none: RecordPlaces = new Map();

interface GridShape {
  readonly rowCount: number;
  readonly columns: readonly GridColumn[];
  /** In CSS pixels, also for the header. */
  readonly rowHeight: number;
}

export interface GridPlace {
  readonly listKey: string | null;
  /** In rows, with a fraction: their height may change. */
  readonly top: number;
  readonly left: number;
  readonly active: CellPosition;
  readonly seen: RecordPlaces;
  readonly activeRecord: RecordPlaces;
}

/** See `GridProps`. */
interface ListKeys {
  readonly listKey: string | null;
  readonly recordsKey: string | null;
}

interface FollowedRecords {
  readonly moved: number;
  readonly isLost: boolean;
}

export class GridState {
  readonly #shape: () => GridShape;
  /** Without scroll bars. */
  width = $state(0);
  height = $state(0);
  devicePixelRatio = $state(1);
  #scroll = $state.raw<TallScroll>(atTop);
  scrollLeft = $state(0);
  #active = $state.raw<CellPosition>({ row: 0, column: 0 });
  /** Fixed corner of the selection; null for the active cell only. */
  #anchor = $state.raw<CellPosition | null>(null);
  /** Originally selected rows, if others came between them; null for all. */
  #rowsMeant = $state.raw<{ readonly rows: ReadonlySet<number>; readonly missing: number } | null>(null);
  /** True if a sort put other records between the selected ones. */
  #isApart = false;
  /** True if the user moved the active cell. */
  #isChosen = false;
  /** True if the list came in another order, and what the user chose went along. */
  #isKept = false;
  #seen = none;
  #selected = none;
  #activeRecord = none;
  #listKey: string | null = null;
  #recordsKey: string | null = null;
  #rowCount: number | null = null;
  hovered = $state.raw<CellPosition | null>(null);
  #columnRange: IndexRange | undefined;
  #slotsBefore: Slots | undefined;

  constructor(shape: () => GridShape) {
    this.#shape = shape;
  }

  /** Without the header. */
  readonly view = $derived.by(() => Math.max(0, this.height - this.#shape().rowHeight));
  readonly size = $derived.by((): TallSize => {
    const { rowCount, rowHeight } = this.#shape();
    const content = rowCount * rowHeight;
    return { content, body: bodyHeight(content, this.devicePixelRatio), view: this.view };
  });
  readonly top = $derived(contentTop(this.#scroll));
  readonly shift = $derived(this.#scroll.shift);
  /** Rows and columns beyond the edges wait for the first drawing. */
  #isComplete = $state(false);
  readonly #rows = $derived.by((): IndexRange => {
    const { rowCount, rowHeight } = this.#shape();
    // Not measured yet.
    if (this.height === 0) return { start: 0, end: 0 };
    return visibleRows(rowCount, rowHeight, this.top, this.view, this.#isComplete ? undefined : 0);
  });
  readonly firstRow = $derived(this.#rows.start);
  readonly endRow = $derived(this.#rows.end);
  /** True from a long scroll until it rests: intermediate rows are not drawn. */
  isLong = $state(false);
  /** Other rows keep their content. */
  readonly drawn = $derived.by((): IndexRange => {
    if (!this.isLong) return this.#rows;
    const { rowCount, rowHeight } = this.#shape();
    return seenRows(rowCount, rowHeight, this.top, this.view);
  });
  readonly slots = $derived.by(() => {
    const slots = slotsFor({ start: this.firstRow, end: this.endRow }, this.#slotsBefore);
    this.#slotsBefore = slots;
    return slots;
  });
  readonly #columns = $derived.by(() => {
    const { columns } = this.#shape();
    if (!this.#isComplete) return columnsBetween(columns, this.scrollLeft, this.scrollLeft + this.width);
    const range = visibleColumns(columns, this.scrollLeft, this.width, this.#columnRange);
    this.#columnRange = range;
    return range;
  });
  readonly firstColumn = $derived(this.#columns.start);
  readonly endColumn = $derived(this.#columns.end);
  readonly pageRows = $derived.by(() => Math.max(1, Math.floor(this.view / this.#shape().rowHeight) - 1));

  readonly active = $derived.by((): CellPosition => {
    const { rowCount, columns } = this.#shape();
    return {
      row: Math.min(this.#active.row, rowCount - 1),
      column: clamp(this.#active.column, 0, Math.max(0, columns.length - 1)),
    };
  });

  /** Null for the active cell only. */
  readonly selection = $derived.by((): CellRange | null => {
    const { rowCount, columns } = this.#shape();
    if (this.#anchor === null || rowCount === 0) return null;
    const range = rangeBetween(this.#anchor, this.active);
    const right = Math.min(range.right, columns.length - 1);
    return this.#rowsMeant === null
      ? { ...range, right, bottom: Math.min(range.bottom, rowCount - 1) }
      : onlyRows({ ...range, right }, this.#rowsMeant, rowCount);
  });

  /**
   * Moves selection and active cell with their records, also if the list is sorted. Drops a selection with
   * unknown records, which could mark unselected rows.
   * @param keys see `GridProps`
   * @returns the rows by which the view moved, and whether a selection was dropped
   */
  followRecords(
    records: GridRows,
    { listKey, recordsKey }: ListKeys,
    seen: Iterable<number>,
  ): FollowedRecords {
    const isNew = this.#listKey !== listKey;
    const isSorted = isNew && recordsKey !== null && this.#recordsKey === recordsKey;
    if (isNew && !isSorted) this.#forget();
    this.#listKey = listKey;
    this.#recordsKey = recordsKey;
    const { selection } = this;
    const isKnown = selection === null || this.#selected.size >= rowCountOf(selection);
    const hasOtherCount = (this.#rowCount ?? records.rowCount) !== records.rowCount;
    const isWhole =
      isSorted && !hasOtherCount && selection !== null && rowCountOf(selection) === records.rowCount;
    const haveMoved = isSorted || this.#haveMoved(records);
    const isLost = !isKnown && !isWhole && (haveMoved || hasOtherCount);
    if (isLost) this.clearSelection();
    // All rows are selected in any order.
    if (isWhole) [this.#selected, this.#activeRecord] = [none, none];
    const moved = haveMoved ? this.#move(records, isSorted) : 0;
    this.#remember(records, seen);
    return { moved, isLost };
  }

  #haveMoved(records: GridRows): boolean {
    return [this.#seen, this.#activeRecord, this.#selected].some((places) => mayHaveMoved(records, places));
  }

  #move(records: GridRows, isSorted: boolean): number {
    const loaded = placesOf(records, loadedRows(records));
    const now = (places: RecordPlaces): RecordPlaces => placesNow(records, loaded, places, isSorted);
    const seen = isSorted ? undefined : [...now(this.#seen)].find(([, row]) => row >= 0);
    const active = [...now(this.#activeRecord).values()].find((row) => row >= 0);
    if (active !== undefined && active !== this.active.row) this.#active = { ...this.#active, row: active };
    if (isSorted)
      this.#isKept =
        this.#anchor !== null || this.#active.row < 0 || (this.#isChosen && active !== undefined);
    if (this.#selected.size > 0 && this.#anchor !== null) {
      const before = this.#anchor;
      const [anchored] = [...this.#selected].find(([, row]) => row === before.row) ?? [];
      this.#selected = now(this.#selected);
      const rows = rowsOfPlaces(this.#selected);
      // Records that are in no loaded row may be in another one.
      const missing = loaded.size < (records.rowCount ?? 0) ? this.#selected.size - rows.size : 0;
      const [first = isSorted ? 0 : before.row] = rows;
      if (isSorted) this.#isApart = missing > 0 || rows.size <= ([...rows].at(-1) ?? first) - first;
      if (isSorted && active === undefined) {
        this.#active = { ...this.#active, row: first };
        this.#activeRecord = now(this.#activeRecord);
      }
      const anchor = (anchored === undefined ? undefined : this.#selected.get(anchored)) ?? -1;
      const row = anchor < 0 ? first : anchor;
      if (row !== before.row) this.#anchor = { ...before, row };
      const meant = this.#rowsMeant;
      if (meant === null || meant.missing !== missing || [...rows].join() !== [...meant.rows].join())
        this.#rowsMeant = { rows, missing };
    }
    return seen === undefined ? 0 : seen[1] - (this.#seen.get(seen[0]) ?? seen[1]);
  }

  #remember(records: GridRows, seen: Iterable<number>): void {
    const { selection, active } = this;
    this.#rowCount = records.rowCount;
    this.#seen = placesOrAwaited(records, seen, this.#seen);
    if (!this.#isActiveAway) this.#activeRecord = placesOrAwaited(records, [active.row], this.#activeRecord);
    if (selection === null || this.#rowsMeant !== null || rowCountOf(selection) > mostFollowed) return;
    if (this.#selected.size < rowCountOf(selection))
      this.#selected = joinedPlaces(this.#selected, placesOf(records, rowsOf(selection)));
  }

  /** True if a sort moved the active record of a selection to rows that are not loaded. */
  get #isActiveAway(): boolean {
    const isPart = (this.#rowsMeant?.missing ?? 0) > 0;
    return isPart && [...this.#activeRecord.values()].some((row) => row < 0);
  }

  #forget(): void {
    [this.#seen, this.#selected, this.#activeRecord] = [none, none, none];
    this.#rowCount = null;
    this.#isKept = false;
  }

  complete(): void {
    this.#isComplete = true;
  }

  follow(native: number, left: number): number {
    this.scrollLeft = left;
    if (native !== this.#scroll.native) {
      const { top } = this;
      this.#scroll = followScroll(this.#scroll, native, this.size);
      this.#note(top);
    }
    return this.#scroll.native;
  }

  rest(): number {
    this.isLong = false;
    this.#scroll = rest(this.#scroll, this.size);
    return this.#scroll.native;
  }

  scrollTo(top: number): number {
    this.#scroll = scrolledTo(top, this.size);
    return this.#scroll.native;
  }

  reveal({ row, column }: CellPosition): { native: number; left: number } {
    const { columns, rowHeight } = this.#shape();
    const top = row < 0 ? this.top : scrollTo(this.top, this.view, row * rowHeight, rowHeight);
    const target = columns[column];
    const left =
      target === undefined || target.pinned
        ? this.scrollLeft
        : scrollTo(this.scrollLeft, this.width, target.left, target.width, pinnedWidth(columns));
    const before = this.top;
    const native = top === before ? this.#scroll.native : this.scrollTo(top);
    this.#note(before);
    return { native, left: clamp(left, 0, Math.max(0, totalWidth(columns) - this.width)) };
  }

  #note(topBefore: number): void {
    if (Math.abs(this.top - topBefore) > this.view / 2) this.isLong = true;
  }

  /** `extend` keeps the selection's other corner. */
  activate(target: CellPosition, { extend = false } = {}): void {
    this.#isChosen = true;
    const fixed = this.#isApart ? null : this.#anchor;
    this.#anchor = extend && target.row >= 0 ? (fixed ?? { ...this.active }) : null;
    if (this.#anchor !== null && this.#anchor.row < 0) this.#anchor = { ...this.#anchor, row: 0 };
    this.#mean(target);
  }

  /** `active` is the corner opposite to `anchor`. */
  select(anchor: CellPosition, active: CellPosition): void {
    this.#isChosen = true;
    this.#anchor = anchor;
    this.#mean(active);
  }

  /** True if the user selected cells, or made a row active. */
  get hasChosen(): boolean {
    return this.#anchor !== null || (this.#isChosen && this.#active.row >= 0);
  }

  /** Ids of the selected records, also on rows that are not loaded; null if some are unknown. */
  get selectedIds(): PartialRecord['id'][] | null {
    const { selection } = this;
    const isKnown = selection !== null && this.#selected.size === rowCountOf(selection);
    return isKnown ? [...this.#selected.keys()] : null;
  }

  clearSelection(): void {
    this.#anchor = null;
    this.#mean(this.#active);
  }

  /** Selects all rows between the corners. The old records are not tracked further. */
  #mean(active: CellPosition): void {
    if (active.row !== this.#active.row || this.#isActiveAway) this.#activeRecord = none;
    this.#active = active;
    this.#rowsMeant = null;
    this.#isApart = false;
    this.#selected = none;
  }

  /** Reads no derived value, since it runs in a cleanup: Svelte 5.57 would compute it from the old state. */
  place(rowHeight: number): GridPlace {
    return {
      listKey: this.#listKey,
      top: contentTop(this.#scroll) / rowHeight,
      left: this.scrollLeft,
      active: this.#active,
      seen: this.#seen,
      activeRecord: this.#activeRecord,
    };
  }

  /** Shows the earlier view; `followRecords` then finds where its records are. */
  comeBack({ top, left, active, seen, activeRecord }: GridPlace): void {
    this.scrollLeft = left;
    this.scrollTo(top * this.#shape().rowHeight);
    if (this.#begin(active)) [this.#seen, this.#activeRecord] = [seen, activeRecord];
  }

  reset(row: number): void {
    this.#begin({ row, column: 0 });
  }

  /** Drops what the user chose, unless it went along when the list was sorted. */
  #begin(active: CellPosition): boolean {
    const isKept = this.#isKept;
    this.#isKept = false;
    if (isKept) return false;
    this.#isChosen = false;
    this.#anchor = null;
    this.#mean(active);
    return true;
  }
}
