import { dayMs, hourMs, minuteMs } from '../../preload/contract/days.ts';
import { dateFormat, isSameDay, relativeTimeFormat, timeText } from './intl.ts';

/**
 * Dates and times as text. Instants are shown in the zone of the settings, initially UTC, and name it; days
 * have no zone. `locale` is a BCP 47 tag; undefined takes the user's own.
 */

const dayOptions: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: '2-digit' };

/** A calendar day: `25 Nov 2025`. */
export function day(instant: number, locale?: string): string {
  return dateFormat(locale, dayOptions).format(instant);
}

/** A day and a time to the minute: `25 Nov 2025, 12:04 UTC`. */
export function dayAndTime(instant: number, locale?: string): string {
  return timeText(instant, dayOptions, locale);
}

/** A time: `12:04 UTC`; with its day where that is another day than `now`. */
export function timeOfDay(instant: number, now: number, locale?: string): string {
  return isSameDay(instant, now) ? timeText(instant, {}, locale) : dayAndTime(instant, locale);
}

const relativeStyle: Intl.RelativeTimeFormatOptions = { style: 'short', numeric: 'always' };

const steps = [
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: hourMs },
  { unit: 'minute', ms: minuteMs },
] as const;

/** Returns `just now`, `3 min ago`, `2 days ago`. `now` and `instant` in milliseconds since 1970 UTC. */
export function age(instant: number, now: number, locale?: string): string {
  const past = now - instant;
  const step = steps.find(({ ms }) => past >= ms);
  if (step === undefined) return 'just now';
  return relativeTimeFormat(locale, relativeStyle).format(-Math.floor(past / step.ms), step.unit);
}

/**
 * Returns the time until an instant: `in 12 min`, or `now` once it has come. Uses the smaller unit below
 * three hours or days: 61 minutes are not two hours.
 */
export function until(instant: number, now: number, locale?: string): string {
  const ahead = instant - now;
  if (ahead <= 0) return 'now';
  const step = steps.find(({ unit, ms }) => ahead >= (unit === 'minute' ? ms : 3 * ms)) ?? {
    unit: 'second' as const,
    ms: 1000,
  };
  return relativeTimeFormat(locale, relativeStyle).format(Math.ceil(ahead / step.ms), step.unit);
}
