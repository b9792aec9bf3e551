const dayMs = 86_400_000;

/** The UTC day of a moment, as `YYYY-MM-DD`. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The day so many days before another. */
export function daysBefore(day: string, days: number): string {
  return dayOf(Date.parse(day) - days * dayMs);
}

export function earlierOf(a: string, b: string): string {
  return a < b ? a : b;
}

export function laterOf(a: string, b: string): string {
  return a > b ? a : b;
}

/** The hour, `YYYY-MM-DDTHH`, so many hours before another, or before the beginning of a day. */
export function hoursBefore(hour: string, hours: number): string {
  const moment = Date.parse(hour.length > 10 ? `${hour}:00Z` : hour);
  return new Date(moment - hours * 3_600_000).toISOString().slice(0, 13);
}
