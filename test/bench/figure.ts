/** One measured figure, with what it was measured beside in the same run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same work done in another way, in the same unit. */
  readonly peer?: { readonly name: string; readonly value: number };
  /** Value to peer. */
  readonly ratio?: number;
  /** In words, for example `≤ 25 ms`. */
  readonly goal?: string;
  readonly met?: boolean;
}

/** A bench measures what its file is named after. */
export interface Bench {
  run(): Promise<readonly Figure[]>;
}

/** The value below which a part of the values lies; NaN of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** A figure that is to stay at or below a limit. */
export function atMost(name: string, value: number, unit: string, limit: number): Figure {
  return { name, value, unit, goal: `≤ ${limit.toString()} ${unit}`, met: value <= limit };
}

/** Milliseconds that some work takes. */
export function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

export async function timedAsync(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** What a monitor that looks every millisecond has seen, 99 in 100, in milliseconds: its own figure has that millisecond in it. */
export function p99Of(delay: { percentile(part: number): number }): number {
  return Math.max(0, delay.percentile(99) / 1e6 - 1);
}
