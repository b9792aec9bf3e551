import type { IndexRange } from './geometry.ts';

/** The elements of rows, which are used again for others: as many slots as there are rows in the document. */
export interface Slots {
  readonly rows: IndexRange;
  /** Slot 0 shows this row, and every nth before and after it, with n slots. */
  readonly origin: number;
}

/**
 * The slots for the rows that are to be in the document. A row keeps its slot through a short scroll, so that few elements change;
 * after a long one the elements stay where they are and show other rows: moving one costs more than filling it anew. Rows that are added
 * at the edges leave the others in theirs.
 */
export function slotsFor(rows: IndexRange, before?: Slots): Slots {
  const count = rows.end - rows.start;
  if (before === undefined) return { rows, origin: rows.start };
  if (before.rows.end - before.rows.start !== count) {
    const areAdded =
      before.origin === before.rows.start && rows.start <= before.rows.start && rows.end >= before.rows.end;
    return { rows, origin: areAdded ? before.origin : rows.start };
  }
  const isShort = Math.abs(rows.start - before.rows.start) < count / 4;
  const origin = isShort ? before.origin : rows.start - slotOf(before, before.rows.start);
  return { rows, origin };
}

/** The slot of a row, from 0. */
export function slotOf({ rows, origin }: Slots, row: number): number {
  const count = Math.max(1, rows.end - rows.start);
  return (((row - origin) % count) + count) % count;
}
