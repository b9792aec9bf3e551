import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

/**
 * One record as the service sent it, unknown members included. Identifiers arrive as numbers and as strings; both are kept
 * as they came, and compared by `recordKey`.
 */
export type ResourceRecord = JsonObject & { readonly id: string | number };

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

/** The one text of an identifier, whichever type it came with. */
export function recordKey(record: ResourceRecord): string {
  return String(record.id);
}

/** True for an object with an identifier. */
export function isResourceRecord(value: unknown): value is ResourceRecord {
  return isJsonObject(value) && (typeof value['id'] === 'string' || typeof value['id'] === 'number');
}

/** Reads a metric object; null where the value is none. Members that are not numbers count as missing. */
export function readMetric(value: Json | undefined): Metric | null {
  if (!isJsonObject(value) || !('val' in value)) return null;
  return Object.fromEntries(
    metricMembers.map((member) => {
      const number = value[member];
      return [member, typeof number === 'number' ? number : null];
    }),
  );
}

/** For the bridge: records made by main are trusted, their members are not checked one by one. */
export const recordSchema = z.custom<ResourceRecord>(isResourceRecord);
