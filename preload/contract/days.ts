/** A UTC day in milliseconds. Rule: POSIX time counts no leap seconds, so all days are as long. */
export const dayMs = 86_400_000;
export const hourMs = dayMs / 24;
export const minuteMs = hourMs / 60;

/** Returns the UTC day of a moment as `YYYY-MM-DD`. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Returns a day counted from 1970-01-01 UTC as `YYYY-MM-DD`. */
export function dayText(day: number): string {
  return dayOf(day * dayMs);
}

/** Returns the day of `YYYY-MM-DD`, counted from 1970-01-01 UTC. */
export function dayNumber(text: string): number {
  return Math.floor(Date.parse(`${text}T00:00:00Z`) / dayMs);
}

/** The last moment that a `Date` can be, in milliseconds since 1970 UTC; the first is as far before 1970. Rule: ECMA-262, 21.4.1.1. */
export const lastMoment = 8_640_000_000_000_000;
