import { readMetric } from '../../../preload/contract/metric.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';

/** The value of these assets is compared with what it was a week before. */
export const moverField = 'circulating_market_value_dollar';

/** A record whose value has changed within the week. */
export interface Mover {
  readonly id: string | number;
  readonly name: string;
  /** Dollars now. */
  readonly value: number;
  /** Dollars more than a week ago. */
  readonly change: number;
  /** The same in percent; null where the service gives none. */
  readonly percent: number | null;
}

/** Those whose value has changed most within the week, in dollars, up or down. */
export function largestMovers(records: readonly ResourceRecord[], count: number): Mover[] {
  return records
    .flatMap((record): Mover[] => {
      const metric = readMetric(record[moverField]);
      const change = metric?.chg_7d_amt ?? 0;
      const value = metric?.val ?? null;
      if (value === null || change === 0) return [];
      const { name } = record;
      return [
        {
          id: record.id,
          name: typeof name === 'string' ? name : String(record.id),
          value,
          change,
          percent: metric?.chg_7d_pct ?? null,
        },
      ];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, count);
}
