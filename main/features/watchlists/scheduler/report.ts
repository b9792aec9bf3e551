import { costsOfLists, needsOf, sentenceOf } from '../plan/needs.ts';
import type { MergedRequest } from '../plan/types.ts';
import { isRefused } from './planState.ts';
import type { Schedule } from './schedule.ts';
import type { RateController } from './rateController.ts';
import type { Clock, ReportedList, SchedulerReport, WaitingRequest } from './types.ts';

/** What the plan comes to, for who looks at it. */
export function reportOf(
  schedule: Schedule,
  rate: RateController,
  clock: Clock,
): Omit<SchedulerReport, 'state' | 'until' | 'failure'> {
  const { requests } = schedule;
  const pages = new Map(requests.map(({ merged, state }) => [merged, state.pages]));
  const costOf = (request: MergedRequest): number => pages.get(request) ?? 1;
  const merged = requests.map((request) => request.merged);
  const needs = needsOf(merged, costOf, rate.had);
  const costs = costsOfLists(merged, costOf, needs.stretch);

  const now = clock.now();
  const untilNextMs = Math.max(0, rate.nextAt - clock.elapsed());
  const { stepMs } = rate;
  const nextAt = new Map<string, number>();
  const everyMs = new Map<string, number>();
  const names = new Map(schedule.lists.map(({ rules }) => [rules.id, rules.name]));
  const waiting: WaitingRequest[] = [];
  // The one that has waited for longest comes first; each takes its step.
  const order = [...requests].sort((a, b) => schedule.lateness(b) - schedule.lateness(a));
  for (const [position, request] of order.entries()) {
    const { intervalMs, listIds } = request.merged;
    const dueIn = Math.max(0, (1 - schedule.lateness(request)) * intervalMs);
    const at = Math.round(now + Math.max(dueIn, untilNextMs + position * stepMs));
    if (dueIn === 0 && at > now && rate.had !== null) {
      const { reading, checkedAt } = request.state;
      const since = Math.min(now, reading?.startedAt ?? (checkedAt ?? now) + intervalMs);
      waiting.push({ title: titleOf(listIds.flatMap((id) => names.get(id) ?? [])), since, until: at });
    }
    for (const id of listIds) {
      nextAt.set(id, Math.min(nextAt.get(id) ?? Infinity, at));
      // A list is up to date when the slowest of its requests is.
      everyMs.set(id, Math.max(everyMs.get(id) ?? 0, intervalMs * needs.stretch));
    }
  }
  const lists = schedule.lists.map(({ rules, state }): ReportedList => ({
    listId: rules.id,
    nextCheckAt: nextAt.get(rules.id) ?? null,
    everyMs: everyMs.get(rules.id) ?? 0,
    perHour: costs.get(rules.id) ?? 0,
    refused: isRefused(state, now) ? (state.refused?.message ?? null) : null,
  }));
  const { needed, had } = needs;
  return {
    sentence: sentenceOf(needs),
    needed,
    had,
    everyMs: needs.everyMs,
    requests: requests.length,
    lists,
    waiting,
  };
}

/** For example `Watchlist Treasury` or `Watchlists Treasury, Desk and 12 others`. */
function titleOf(names: readonly string[]): string {
  const [first = '', second, ...others] = names;
  if (second === undefined) return `Watchlist ${first}`;
  if (others.length === 0) return `Watchlists ${first} and ${second}`;
  return `Watchlists ${first}, ${second} and ${others.length.toString()} ${others.length === 1 ? 'other' : 'others'}`;
}
