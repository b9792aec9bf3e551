import { dayMs, hourMs, minuteMs } from '../../preload/contract/days.ts';
import { dateText, isSameDay, relativeTimeFormat, timeText, withoutPeriod } from './intl.ts';

/**
 * Instants are shown in the time zone of the settings, initially UTC, and name it. Days have no zone.
 * `locale`: BCP 47; undefined for the user's.
 */

const dayOptions: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: '2-digit' };

/** `25 Nov 2025`. */
export function day(instant: number, locale?: string): string {
  return dateText(instant, dayOptions, locale);
}

/** `25 Nov 2025, 12:04 UTC`. */
export function dayAndTime(instant: number, locale?: string): string {
  return timeText(instant, dayOptions, locale);
}

/** `12:04 UTC`, with the day if it is not that of `now`. */
export function timeOfDay(instant: number, now: number, locale?: string): string {
  return isSameDay(instant, now) ? timeText(instant, {}, locale) : dayAndTime(instant, locale);
}

const relativeStyle: Intl.RelativeTimeFormatOptions = { style: 'short', numeric: 'always' };

const steps = [
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: hourMs },
  { unit: 'minute', ms: minuteMs },
] as const;

/** Returns `just now`, `3 min ago`, `2 days ago`. Arguments in milliseconds since 1970 UTC. */
export function age(instant: number, now: number, locale?: string): string {
  const past = now - instant;
  const step = steps.find(({ ms }) => past >= ms);
  if (step === undefined) return 'just now';
  return withoutPeriod(
    relativeTimeFormat(locale, relativeStyle).format(-Math.floor(past / step.ms), step.unit),
  );
}

/** Returns `in 12 min`, or `now` if past. Below three hours or days, uses the smaller unit. */
export function until(instant: number, now: number, locale?: string): string {
  const ahead = instant - now;
  if (ahead <= 0) return 'now';
  const step = steps.find(({ unit, ms }) => ahead >= (unit === 'minute' ? ms : 3 * ms)) ?? {
    unit: 'second' as const,
    ms: 1000,
  };
  return withoutPeriod(
    relativeTimeFormat(locale, relativeStyle).format(Math.ceil(ahead / step.ms), step.unit),
  );
}
