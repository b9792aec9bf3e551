/** A UTC day. POSIX time has no leap seconds, so all days are equally long. */
export const dayMs = 86_400_000;
export const hourMs = dayMs / 24;
export const minuteMs = hourMs / 60;

/** Returns `YYYY-MM-DD` in UTC. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Returns `YYYY-MM-DD` of a day since 1970-01-01 UTC. */
export function dayText(day: number): string {
  return dayOf(day * dayMs);
}

/** Returns the day since 1970-01-01 UTC of `YYYY-MM-DD`. */
export function dayNumber(text: string): number {
  return Math.floor(Date.parse(`${text}T00:00:00Z`) / dayMs);
}

/** The largest time of a `Date` (ECMA-262, 21.4.1.1); the smallest is its negative. */
export const lastMoment = 8_640_000_000_000_000;
