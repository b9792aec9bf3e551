import { readMetric } from '../../../preload/contract/metric.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';

export interface Mover {
  readonly id: string | number;
  readonly name: string;
  /** US dollars. */
  readonly value: number;
  /** US dollars over 30 days. */
  readonly change: number;
  readonly percent30: number | null;
  readonly percent7: number | null;
}

/** Returns the records whose `field` changed most within 30 days, up or down, in US dollars. */
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
