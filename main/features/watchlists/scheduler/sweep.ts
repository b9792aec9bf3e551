import { isEverything, type Condition, type Filter } from '../../../../preload/contract/query.ts';
import { isSlot, slotsBefore, startOfSlot, throughOf } from '../plan/days.ts';
import type { Counts, Reading, RequestState, Span } from './planState.ts';

/**
 * A request with many results has space on its page beside what is new. There it looks through the older transactions, as many
 * slots of ten minutes at each check as fit: what is on the page is fetched, and the count shows whether the rest is as it was.
 * So what appears late is found without a request of its own.
 */

/** Of a page, so much stays free for what is new now. */
const partOfNew = 0.1;

/** The slots before the newest known one that are requested each time. */
const headSlots = 2;

/** The slots to read at a check; null where they cannot be distinguished. */
export function spanOf(
  { counts, sweep }: Pick<RequestState, 'counts' | 'sweep'>,
  fromDay: string,
  perPage: number,
): Span | null {
  const slots = Object.keys(counts ?? {}).filter((slot) => slot >= fromDay);
  if (counts === null || slots.length === 0 || !slots.every(isSlot)) return null;
  const first = `${fromDay}T00:0`;
  const countOf = (slot: string): number => counts[slot] ?? 0;
  let head = slots.reduce((a, b) => (a > b ? a : b));
  let inHead = countOf(head);
  for (let back = 0; back < headSlots && head > first; back += 1) {
    head = slotsBefore(head, 1);
    inHead += countOf(head);
  }
  const until = sweep === null || sweep.until > head ? head : sweep.until;
  let from = until;
  let remaining = (1 - partOfNew) * perPage - inHead;
  while (from > first) {
    const before = slotsBefore(from, 1);
    remaining -= countOf(before);
    // A slot that does not fit is read all the same: the answer has its count, whatever is on the page.
    if (remaining < 0 && from < until) break;
    from = before;
  }
  return { head, from, until };
}

/** What of the slots lies in the span. */
export function within(counts: Counts, span: Span | null): Counts {
  if (span === null) return counts;
  return Object.fromEntries(Object.entries(counts).filter(([slot]) => isWithin(slot, span)));
}

/** What of the slots lies outside the span; nothing without a span, since `within` has all of it then. */
export function beside(counts: Counts, span: Span | null): Counts {
  if (span === null) return {};
  return Object.fromEntries(Object.entries(counts).filter(([slot]) => !isWithin(slot, span)));
}

export function isWithin(slot: string, { head, from, until }: Span): boolean {
  return slot >= head || (slot >= from && slot < until);
}

/** The filter of a request for the slots of a span alone. */
export function filterWithin(filter: Filter, span: Span): Filter {
  const at = (operator: 'gte' | 'lt', slot: string): Condition => ({
    operator,
    field: 'timestamp',
    value: startOfSlot(slot),
  });
  const { head, from, until } = span;
  const older: Filter = { operator: 'and', filters: [at('gte', from), at('lt', until)] };
  const slots: Filter =
    until === head || from === until
      ? at('gte', until === head ? from : head)
      : { operator: 'or', filters: [at('gte', head), older] };
  return isEverything(filter) ? slots : { operator: 'and', filters: [filter, slots] };
}

/** How far a request is with looking through its slots, after a reading of a span is over; `isSure` where none can have been skipped. */
export function afterSweep(
  state: RequestState,
  reading: Reading,
  isSure: boolean,
  now: number,
): Pick<RequestState, 'sweep' | 'through' | 'readAt'> {
  const { through, readAt } = state;
  const { span, startedAt, horizon, fromDay } = reading;
  if (span === null) return { sweep: null, through, readAt };
  const sweep = state.sweep ?? { until: span.until, startedAt, horizon };
  if (!isSure) return { sweep, through, readAt };
  if (span.from > `${fromDay}T00:0`) return { sweep: { ...sweep, until: span.from }, through, readAt };
  return { sweep: null, through: throughOf(sweep), readAt: now };
}
