import type { Metric } from '../../preload/contract/metric.ts';
import type { ShownField } from './infer.ts';

/** How a metric has changed: in percent of what it was, or in points where it is in percent itself. Null where it is not known. */
export interface MetricChange {
  readonly percent: number | null;
  /** In percentage points. */
  readonly points?: number | null;
  readonly isGain: boolean;
}

type Changed = Pick<ShownField, 'group' | 'unit'>;

/** The change of a metric over some days, as the record states it. */
export function metricChange(metric: Metric | null, field: Changed, days: 7 | 30): MetricChange {
  const change = { percent: metric?.[`chg_${days}d_pct`] ?? null, isGain: isGain(field) };
  return field.unit === 'percent' ? { ...change, points: metric?.[`chg_${days}d_amt`] ?? null } : change;
}

/** Whether more of it is better: of values, returns and holders, and not of burns, bridged amounts, fees or the shares of the largest holders. */
export function isGain({ group, unit }: Changed): boolean {
  if (group === 'Price and supply' || group === 'Holders and activity') return unit !== 'percent';
  return group.startsWith('Value at') || group === 'Performance';
}
