import { isJsonObject, type Json } from './json.ts';
import { readDigits, readNumber } from './sentNumber.ts';

/** The members of a metric object, in the order in which they are shown. */
export const metricMembers = [
  'val',
  'val_7d',
  'val_30d',
  'val_90d',
  'chg_7d_amt',
  'chg_7d_pct',
  'chg_30d_amt',
  'chg_30d_pct',
  'chg_90d_amt',
  'chg_90d_pct',
] as const;

export type MetricMember = (typeof metricMembers)[number];

/** A metric: today's value, three snapshots and their changes. Any member may be null or absent. `_pct` is in percent. */
export type Metric = Readonly<Partial<Record<MetricMember, number | null>>>;

/**
 * Reads a metric object; null where the value is none. Members that are not numbers count as missing; of one that a double does
 * not hold this is the nearest, and `exactMember` has its digits.
 */
export function readMetric(value: Json | undefined): Metric | null {
  if (!isJsonObject(value) || !('val' in value)) return null;
  return Object.fromEntries(metricMembers.map((member) => [member, readNumber(value[member])]));
}

/** A member of a metric as it was sent; a bare number in place of a metric is its value of today. */
export function sentMember(value: Json | undefined, member: MetricMember): Json | undefined {
  return isJsonObject(value) ? value[member] : member === 'val' ? value : undefined;
}

/** A member of a metric as `readDigits` reads it; null where it is missing. */
export function exactMember(value: Json | undefined, member: MetricMember): number | `${number}` | null {
  return readDigits(sentMember(value, member));
}
