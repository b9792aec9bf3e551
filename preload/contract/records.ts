import { z } from 'zod';
import { isJsonObject, type JsonObject } from './json.ts';

/**
 * One record as the service sent it, unknown members included. Identifiers arrive as numbers and as strings; both are kept
 * as they came, and compared by `recordKey`.
 */
export type ResourceRecord = JsonObject & { readonly id: string | number };

export { metricMembers, readMetric, type Metric, type MetricMember } from './metric.ts';

/** The one text of an identifier, whichever type it came with. */
export function recordKey(record: ResourceRecord): string {
  return String(record.id);
}

/** True for an object with an identifier. */
export function isResourceRecord(value: unknown): value is ResourceRecord {
  return isJsonObject(value) && (typeof value['id'] === 'string' || typeof value['id'] === 'number');
}

/** For the bridge: records made by main are trusted, their members are not checked one by one. */
export const recordSchema = z.custom<ResourceRecord>(isResourceRecord);
