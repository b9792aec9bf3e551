import { isJsonObject, type Json } from './json.ts';
import { readDigits, readNumber } from './sentNumber.ts';

/** In display order. */
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

/** Current value, snapshots and changes. `_pct` is in percent. Members may be null or absent. */
export type Metric = Readonly<Partial<Record<MetricMember, number | null>>>;

/** Non-numbers are null. Numbers beyond a double are rounded; `exactMember` has their digits. */
export function readMetric(value: Json | undefined): Metric | null {
  if (!isJsonObject(value) || !('val' in value)) return null;
  return Object.fromEntries(metricMembers.map((member) => [member, readNumber(value[member])]));
}

/** Returns a member as sent. A bare number counts as `val`. */
export function sentMember(value: Json | undefined, member: MetricMember): Json | undefined {
  return isJsonObject(value) ? value[member] : member === 'val' ? value : undefined;
}

export function exactMember(value: Json | undefined, member: MetricMember): number | `${number}` | null {
  return readDigits(sentMember(value, member));
}
