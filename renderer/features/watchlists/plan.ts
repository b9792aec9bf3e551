import type { ListCost } from '../../../preload/contract/watchlists.ts';
import type { WatchPlan } from '../../../preload/contract/watchPlan.ts';
import { timeOfDay, until } from '../../format/dates.ts';
import { count, plural, readableFigure } from '../../format/numbers.ts';

/** What the scheduler does now, in a sentence. */
export function planText({ state, until: waitsUntil, failure, lists }: WatchPlan, now: number): string {
  switch (state) {
    case 'idle':
      return 'All watchlists are off. No requests are sent.';
    case 'running': {
      const next = nextOf(lists);
      // A shortened unit ends with a full stop of its own.
      return next === null ? 'Up to date.' : `Next check ${until(next, now)}`.replace(/\.?$/, '.');
    }
    case 'waiting': {
      const when = waitsUntil === null ? '' : ` until ${timeOfDay(waitsUntil, now)}`;
      return failure === null
        ? `Waiting for the hourly request limit${when}.`
        : `Waiting${when}: ${failure.message}`;
    }
    case 'offline':
      return 'Working offline: no requests are sent.';
    case 'paused':
      return 'Paused: no requests are sent.';
    case 'stopped':
      return `Stopped: ${failure?.message ?? 'the key is not accepted.'}`;
  }
}

/** When a list is checked next and what that costs: `next in 12 min, 1.4 requests an hour`. Null where nothing is planned. */
export function plannedText(plan: WatchPlan | null, listId: string, now: number): string | null {
  const planned = plan?.lists.find((list) => list.listId === listId);
  if (plan === null || planned === undefined) return null;
  if (planned.refused !== null) return `rejected: ${planned.refused}`;
  const cost = requestsAnHour(planned.perHour);
  if (plan.state !== 'running' && plan.state !== 'waiting') return cost;
  return planned.nextCheckAt === null ? cost : `next ${until(planned.nextCheckAt, now)}, ${cost}`;
}

/**
 * What a list costs before it is made: `First fetch: 310 requests, 2.6 hours at 120 an hour. Then 200 requests an hour; your limit is
 * 120.`
 */
export function costText({ first, perHour, limit, isMost }: ListCost): string {
  const most = isMost ? 'up to ' : '';
  const hours =
    limit === null || first <= limit
      ? ''
      : `, ${readableFigure(rough(first / limit))} hours at ${count(Math.floor(limit))} an hour`;
  const over = limit === null || perHour <= limit ? '' : `; your limit is ${count(Math.floor(limit))}`;
  return `First fetch: ${most}${plural(first, 'request', 'requests')}${hours}. Then ${most}${requestsAnHour(perHour)}${over}.`;
}

function requestsAnHour(perHour: number): string {
  const figure = readableFigure(rough(perHour));
  return `${figure} ${figure === '1' ? 'request' : 'requests'} an hour`;
}

/** As exact as a plan is: whole requests, tenths of few, one digit of less than one. */
function rough(perHour: number): number {
  if (perHour >= 10) return Math.round(perHour);
  return perHour >= 1 ? Math.round(perHour * 10) / 10 : Number(perHour.toPrecision(1));
}

function nextOf(lists: WatchPlan['lists']): number | null {
  const times = lists.flatMap(({ nextCheckAt }) => nextCheckAt ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
