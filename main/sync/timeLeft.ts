import type { Budget } from '../../preload/contract/budgets.ts';
import { counted } from '../../preload/contract/counted.ts';
import { hourMs, minuteMs } from '../../preload/contract/days.ts';
import type { JobControl } from '../jobs/jobs.ts';

/**
 * How long reading takes: requests are sent one after another, as fast as the service answers while the
 * budget lasts, then as it refills.
 */

/** Milliseconds of a request before one was measured. */
const usualMs = 1500;

/** @returns milliseconds */
export function durationOf(
  requests: number,
  budget: Pick<Budget, 'left' | 'reserve' | 'perHour'> | null,
  requestMs = usualMs,
): number {
  const sending = requests * requestMs;
  if (budget === null) return sending;
  const free = Math.max(budget.left - budget.reserve, 0);
  return Math.max(sending, (Math.max(requests - free, 0) * hourMs) / budget.perHour);
}

/** A duration of a minute or more in words: `20 minutes`, `4 hours`. */
export function durationText(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(ms / hourMs), 'hour');
}

/** Control of work that reads pages: each page updates the remaining time, until `end` withdraws it. */
export function withTimeLeft(
  control: JobControl,
  readBudget: () => Promise<Budget | null>,
  now: () => number = Date.now,
): JobControl & { end(): void } {
  const pace = {
    since: now(),
    waited: 0,
    waitsSince: null as number | null,
    pages: 0,
    from: null as number | null,
  };
  let isOver = false;
  return {
    ...control,
    end() {
      isOver = true;
      control.update({ leftMs: undefined });
    },
    update(change) {
      control.update(change);
      if (change.state !== undefined) {
        if (pace.waitsSince !== null) pace.waited += now() - pace.waitsSince;
        pace.waitsSince = change.state === 'waiting' ? now() : null;
      }
      const { done, total } = change;
      if (done === undefined || typeof total !== 'number') return;
      // Pages of an earlier run say nothing about the speed of this one.
      if (pace.from === null || done < pace.from)
        Object.assign(pace, { from: done, pages: 0, since: now(), waited: 0 });
      else pace.pages += 1;
      const read = done - (pace.from ?? 0);
      if (read <= 0) return;
      const requests = Math.ceil(((total - done) * pace.pages) / read);
      const requestMs = (now() - pace.since - pace.waited) / pace.pages;
      void readBudget().then(
        (budget) => {
          if (!isOver) control.update({ leftMs: durationOf(requests, budget, requestMs) });
        },
        // The work ends with the store.
        () => undefined,
      );
    },
  };
}
