import type { Metric } from '../../preload/contract/metric.ts';
import type { Unit } from '../../preload/contract/units.ts';

/** How a metric has changed: in percent of what it was, or in points where it is in percent itself. Null where it is not known. */
export interface MetricChange {
  readonly percent: number | null;
  /** In percentage points. */
  readonly points?: number | null;
}

/** The change of a metric over some days, as the record states it. */
export function metricChange(metric: Metric | null, unit: Unit | undefined, days: 7 | 30): MetricChange {
  const percent = metric?.[`chg_${days}d_pct`] ?? null;
  return unit === 'percent' ? { percent, points: metric?.[`chg_${days}d_amt`] ?? null } : { percent };
}
