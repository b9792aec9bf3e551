import { readMetric } from '../../../preload/contract/metric.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';

/** A record whose value has changed within 30 days. */
export interface Mover {
  readonly id: string | number;
  readonly name: string;
  /** Dollars now. */
  readonly value: number;
  /** Dollars more than 30 days ago. */
  readonly change: number;
  /** The same in percent, and over 7 days; null if the service gives none. */
  readonly percent30: number | null;
  readonly percent7: number | null;
}

/** Returns the records whose `field` changed most within 30 days, in dollars, up or down. */
export function largestMovers(records: readonly PartialRecord[], field: string, count: number): Mover[] {
  return records
    .flatMap((record): Mover[] => {
      const metric = readMetric(record[field]);
      const change = metric?.chg_30d_amt ?? 0;
      const value = metric?.val ?? null;
      if (value === null || change === 0) return [];
      const { id, name } = record;
      return [
        {
          id,
          name: typeof name === 'string' ? name : String(id),
          value,
          change,
          percent30: metric?.chg_30d_pct ?? null,
          percent7: metric?.chg_7d_pct ?? null,
        },
      ];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, count);
}
