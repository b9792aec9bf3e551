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
