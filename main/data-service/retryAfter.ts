import { dayMs } from '../../preload/contract/days.ts';
import { retryHeaders } from './assumptions.ts';

/** Above this a number in a reset header is a moment, below it a number of seconds. */
const firstPlausibleEpochSeconds = 1_000_000_000;
const firstPlausibleEpochMs = 1_000_000_000_000;
/** A service that asks for a longer pause is not believed. */
const longestPauseMs = dayMs;

/**
 * When to send the next request to the service, in milliseconds since 1970 UTC, a day from now at the latest; null where no header says.
 * Reads seconds, moments in seconds or milliseconds, and HTTP dates. Rule: RFC 9110, 10.2.3.
 */
export function readRetryAt(headers: Headers, now: number): number | null {
  for (const name of retryHeaders) {
    const text = headers.get(name)?.trim();
    if (text === undefined || text === '') continue;
    const moment = readMoment(text, now);
    if (moment !== null) return Math.min(Math.max(moment, now), now + longestPauseMs);
  }
  return null;
}

function readMoment(text: string, now: number): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number >= firstPlausibleEpochMs) return number;
    if (number >= firstPlausibleEpochSeconds) return number * 1000;
    return now + number * 1000;
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : date;
}
