import type { Metric } from '../../preload/contract/metric.ts';
import type { ShownField } from './infer.ts';

/** A change in percent of the earlier value, or in points for percentages. Null if unknown. */
interface MetricChange {
  readonly percent: number | null;
  readonly points?: number | null;
  readonly isGain: boolean;
}

type Changed = Pick<ShownField, 'group' | 'unit'>;

export function metricChange(metric: Metric | null, field: Changed, days: 7 | 30): MetricChange {
  const change = { percent: metric?.[`chg_${days}d_pct`] ?? null, isGain: isGain(field) };
  return field.unit === 'percent' ? { ...change, points: metric?.[`chg_${days}d_amt`] ?? null } : change;
}

/**
 * Returns whether an increase is good: true for values, returns and holders; false for burns, bridged
 * amounts, fees and shares of the largest holders.
 */
export function isGain({ group, unit }: Changed): boolean {
  if (group === 'Price and supply' || group === 'Holders and activity') return unit !== 'percent';
  return group.startsWith('Value at') || group === 'Performance';
}
