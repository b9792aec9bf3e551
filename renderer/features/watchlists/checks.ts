import { hourMs, minuteMs } from '../../../preload/contract/days.ts';
import type { WatchChecks, CheckCost, WatchlistState } from '../../../preload/contract/watchlists.ts';
import { day, dayAndTime, age, timeOfDay, until } from '../../format/dates.ts';
import { count, plural, readableFigure } from '../../format/numbers.ts';

export function checksText({ state, until: waitsUntil, failure, lists }: WatchChecks, now: number): string {
  const next = lists.length === 0 ? null : until(Math.min(...lists.map(({ nextAt }) => nextAt)), now);
  const nextCheck = next === null ? '' : `Next check ${next}.`;
  switch (state) {
    case 'idle':
      return 'All watchlists are off. No requests are sent.';
    case 'running':
      return failure === null ? nextCheck : `The last check failed: ${failure.message} ${nextCheck}`;
    case 'waiting': {
      const when = waitsUntil === null ? '' : ` until ${timeOfDay(waitsUntil, now)}`;
      return `Waiting for the hourly request limit${when}.`;
    }
    case 'offline':
      return 'Working offline: no requests are sent.';
    case 'paused':
      return 'Paused: no requests are sent.';
  }
}

/** Returns `A check takes 66 requests. Lists are checked every hour.` */
export function costText({ requests, perHour, everyMs }: CheckCost): string {
  const takes = `A check takes ${plural(requests, 'request', 'requests')}`;
  const hourly = (requests * hourMs) / perHour;
  return everyMs > hourly
    ? `${takes}. Lists are checked every ${spanText(everyMs)}.`
    : `${takes}. Your limit leaves ${count(perHour)} an hour, so lists are checked every ${spanText(everyMs)}.`;
}

/** Returns `checked 3 min ago, next in 57 min`, with the reason if the last check failed. */
export function stateText(
  { list, checkedAt }: WatchlistState,
  checks: WatchChecks | null,
  now: number,
): string {
  if (!list.on) return 'off';
  const goesOn = checks?.state === 'running' || checks?.state === 'waiting';
  const first = goesOn ? 'first fetch in progress' : 'not checked yet';
  const known = checkedAt === null ? first : `checked ${age(checkedAt, now)}`;
  const one = checks?.lists.find(({ listId }) => listId === list.id);
  if (checks === null || one === undefined) return known;
  const { failure, nextAt } = one;
  const why =
    failure === null ? '' : `, check failed: ${(failure.detail ?? failure.message).replace(/\.$/, '')}`;
  const next = goesOn ? `, next ${until(nextAt, now)}` : '';
  return `${known}${why}${next}`;
}

export function completeText({ checkedAt, completeSince, datesMoved }: WatchlistState): string | undefined {
  if (checkedAt === null) return undefined;
  const from = completeSince === null ? '' : ` from ${day(Date.parse(completeSince))},`;
  const dates = datesMoved ? ', with the dates of that day' : '';
  return `Complete${from} as of ${dayAndTime(checkedAt)}${dates}`;
}

/**
 * When all transactions of the list from a day on (`YYYY-MM-DD`, UTC; null: of all days) were known; null if
 * some may be missing.
 */
export function wholeAsOf(
  { checkedAt, completeSince, datesMoved }: WatchlistState,
  from: string | null,
): number | null {
  const isBefore = completeSince !== null && (from === null || from < completeSince);
  return datesMoved || isBefore ? null : checkedAt;
}

/** Why transactions may be missing from figures of the days from `from` on; empty if none is. */
export function othersText(state: WatchlistState, from: string | null): string {
  if (wholeAsOf(state, from) !== null) return '';
  if (state.checkedAt === null) return ' This watchlist is not fully fetched yet; others may exist.';
  return state.datesMoved || state.completeSince === null
    ? ' Its dates have moved since the last check; others may exist.'
    : ` Transactions before ${day(Date.parse(state.completeSince))} are only those in the cache; others may exist.`;
}

function spanText(ms: number): string {
  if (ms < hourMs) return plural(Math.round(ms / minuteMs), 'minute', 'minutes');
  const hours = Math.round((ms / hourMs) * 10) / 10;
  return hours === 1 ? 'hour' : `${readableFigure(hours)} hours`;
}
