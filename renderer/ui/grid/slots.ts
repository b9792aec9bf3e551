import type { IndexRange } from './geometry.ts';

/** Row elements are reused: one slot for each rendered row. */
export interface Slots {
  readonly rows: IndexRange;
  /** Slot 0 shows this row and every nth from it, with n slots. */
  readonly origin: number;
}

/**
 * A short scroll keeps the slots of rows, so that few elements change. After a long scroll, elements stay and
 * change their content, which costs less than moving them. Rows added at the edges do not change other slots.
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

export function slotOf({ rows, origin }: Slots, row: number): number {
  const count = Math.max(1, rows.end - rows.start);
  return (((row - origin) % count) + count) % count;
}
