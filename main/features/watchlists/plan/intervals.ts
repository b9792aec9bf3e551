import { hourMs, minuteMs } from '../../../../preload/contract/days.ts';
import type { Importance } from '../../../../preload/contract/watchlists.ts';
import type { PlanList } from './types.ts';

/**
 * How long a list may wait where requests are plenty. The service caches its answers for half an hour, so that requesting more often
 * brings nothing. Rule: service notes, "Limits and errors".
 */
const usualIntervalMs: Readonly<Record<Importance, number>> = {
  high: 30 * minuteMs,
  normal: hourMs,
  low: 4 * hourMs,
};

/** A list to which nothing comes waits longer, by up to so many times. */
const maxStretch: Readonly<Record<Importance, number>> = { high: 2, normal: 4, low: 2 };

/** How long a list may wait, as its importance and what was learnt of it say: in steps of double length, so that plans last. */
export function intervalOf({ importance, perHour }: Pick<PlanList, 'importance' | 'perHour'>): number {
  const usual = usualIntervalMs[importance];
  if (perHour === null) return usual;
  const expected = (perHour * usual) / hourMs;
  let stretch = 1;
  // As long as a check brings one transaction or more.
  while (expected * stretch < 0.7 && stretch < maxStretch[importance]) stretch *= 2;
  return usual * stretch;
}

/** The rate of a list forgets what was half a day ago. */
const memoryMs = 12 * hourMs;

/** What is learnt of a list's rate from a check: `added` new transactions in the time since the last. */
export function learnRate(perHour: number | null, added: number, sinceMs: number): number {
  const span = Math.max(sinceMs, minuteMs);
  const seen = (added * hourMs) / span;
  if (perHour === null) return seen;
  const decay = Math.exp(-span / memoryMs);
  return perHour * decay + seen * (1 - decay);
}
