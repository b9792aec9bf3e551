import { earlierOf } from '../plan/days.ts';
import type { ListState, RequestState } from './planState.ts';

/**
 * What is known of a request at the begin of a plan: what it was left with, or what its lists have.
 * @param served the lists that it serves
 * @param known what it was left with; undefined for a request that was not planned before
 */
export function stateOfRequest(
  key: string,
  served: readonly ListState[],
  known: RequestState | undefined,
): RequestState {
  const beginsAnew =
    known !== undefined && known.through !== null && served.some((state) => state.through === null);
  if (known !== undefined && !beginsAnew) return known;
  const through = leastOf(
    served.map((state) => state.through),
    earlierOf,
  );
  const checkedAt = leastOf(
    served.map((state) => state.checkedAt),
    Math.min,
  );
  const unread = { readAt: null, pages: 1, counts: null, sweep: null, reading: null };
  return { key, through, checkedAt, ...unread };
}

/** The least of some values; null where one is missing. */
export function leastOf<T>(values: readonly (T | null)[], lesser: (a: T, b: T) => T): T | null {
  let least: T | null = null;
  for (const value of values) {
    if (value === null) return null;
    least = least === null ? value : lesser(least, value);
  }
  return least;
}
