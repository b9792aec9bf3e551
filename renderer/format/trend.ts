import type { Metric } from '../../preload/contract/metric.ts';

/** A line over 90 days in CSS pixels, and its end: today. */
interface TrendLine {
  readonly line: string;
  readonly end: { readonly x: number; readonly y: number };
}

/** Members of a metric that are values, with their age in days. */
const snapshots = [
  ['val_90d', 90],
  ['val_30d', 30],
  ['val_7d', 7],
  ['val', 0],
] as const;

const days = 90;
const margin = 2;

/**
 * Returns the points of a metric's line, lowest value at the bottom, highest at the top; a flat line is
 * centered. Null without a current and an earlier value.
 */
export function trendPoints(metric: Metric, width: number, height: number): TrendLine | null {
  const known = snapshots.flatMap(([member, ago]) => {
    const value = metric[member];
    return value === null || value === undefined ? [] : [{ ago, value }];
  });
  const last = known.at(-1);
  if (last?.ago !== 0 || known.length < 2) return null;
  const values = known.map(({ value }) => value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const points = known.map(({ ago, value }) => ({
    x: round(margin + (1 - ago / days) * (width - 2 * margin)),
    y: round(span === 0 ? height / 2 : height - margin - ((value - low) / span) * (height - 2 * margin)),
  }));
  const end = points.at(-1);
  if (end === undefined) return null;
  return { line: points.map(({ x, y }) => `${x.toString()},${y.toString()}`).join(' '), end };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
