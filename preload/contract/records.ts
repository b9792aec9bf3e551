import { z } from 'zod';
import { call, connectionId, event, fieldNames, recordId, resource, ticket } from './call.ts';
import { type JsonObject, isJsonObject } from './json.ts';
import { type AggregateMetadata, type ResourceMetadata, aggregateResources } from './metadata.ts';
import { resolvedQuerySchema } from './movingDates.ts';
import type { Provenance } from './provenance.ts';
import type { ResourceName } from './resources/names.ts';

/**
 * One record as the service sent it, unknown members included. Identifiers arrive as numbers and as strings; both are kept
 * as they came, and compared by `recordKey`.
 */
export type ResourceRecord = JsonObject & { readonly id: string | number };

export { metricMembers } from './metric.ts';

/** The one text of an identifier, whichever type it came with. */
export function recordKey(record: ResourceRecord): string {
  return String(record.id);
}

/** True for an object with an identifier. */
export function isResourceRecord(value: unknown): value is ResourceRecord {
  return isJsonObject(value) && (typeof value['id'] === 'string' || typeof value['id'] === 'number');
}

/** A page of an answer, and how many pages and results there are in all. */
export interface PageCounts {
  readonly page: number;
  readonly perPage: number;
  readonly pageCount: number;
  readonly resultCount: number;
}

/** Records that cross between threads and processes as the JSON text of their list: it is parsed once, where they are read. */
export interface RecordsText {
  readonly recordsText: string;
  readonly recordCount: number;
}

/** The same with its records, which are parsed when they are first read and do not cross with the text. */
export type ReadableRecords = RecordsText & { readonly records: ResourceRecord[] };

/**
 * Adds `records` to the value itself; they are parsed when first read. Reading throws a `TypeError` where the text is no list
 * of records.
 */
export function withRecords<Value extends RecordsText>(value: Value): Value & ReadableRecords {
  let records: ResourceRecord[] | undefined;
  const property = { get: () => (records ??= parseRecords(value.recordsText)) };
  // The property has just been defined, which the compiler does not follow.
  return Object.defineProperty(value, 'records', property) as Value & ReadableRecords;
}

/** Parses such a text. @throws TypeError where it is no list of records */
export function parseRecords(text: string): ResourceRecord[] {
  const records: unknown = JSON.parse(text);
  if (!Array.isArray(records) || !records.every(isResourceRecord)) {
    throw new TypeError('Each record needs an id that is a text or a number.');
  }
  return records;
}

export interface RecordList {
  readonly records: ResourceRecord[];
  readonly pagination: PageCounts;
  /** What the service says it applied, where it says so. */
  readonly applied: { filter?: unknown; sort?: unknown | undefined };
  readonly provenance: Provenance;
}

/** A `RecordList` on its way to the window. */
export type RecordListText = Omit<RecordList, 'records'> & RecordsText;
export type ReadableList = RecordList & RecordsText;

/** Lists and records of a resource, and what can be queried of it. */
export const recordCalls = {
  /**
   * One page. `refresh` asks the service even when the cached page is fresh. `fields` names the fields of the catalogue that
   * the window shows: the others are left out, since whole records weigh up to 300 kB each. Without it records are whole.
   * Fields that the catalogue does not know always come, unless `plain` says that nothing else is needed and that each value
   * may come in one spelling (a number as a number, however the service wrote it): so much is had of a cached page without a
   * look at its whole records. `cachedOnly` sends no request: what is not on this computer is the
   * failure `offline`.
   */
  listRecords: call({
    connectionId,
    resource,
    query: resolvedQuerySchema,
    fields: fieldNames.optional(),
    plain: z.boolean().optional(),
    refresh: z.boolean().optional(),
    cachedOnly: z.boolean().optional(),
    ticket: ticket.optional(),
  }).returns<RecordListText>(),
  /** One record, from the cache when it is there and fresh. */
  getRecord: call({
    connectionId,
    resource,
    id: recordId,
    refresh: z.boolean().optional(),
    ticket: ticket.optional(),
  }).returns<{ record: ResourceRecord; provenance: Provenance }>(),
  /** What can be queried of a resource: the service's metadata joined with the catalogue, each field with where it is from. */
  describeResource: call({
    connectionId,
    resource,
    refresh: z.boolean().optional(),
    ticket: ticket.optional(),
  }).returns<ResourceMetadata>(),
  /** The same of aggregates and timeseries: their filters, the words of `aggregate`, and the measures. */
  describeAggregates: call({
    connectionId,
    resource: z.enum(aggregateResources),
    refresh: z.boolean().optional(),
    ticket: ticket.optional(),
  }).returns<AggregateMetadata>(),
  cancelRequest: call({ ticket }).returns<undefined>(),
} as const;

export const recordEvents = {
  /** A stale page or record was refreshed behind the window: ask again to see it. */
  refreshed: event<{ connectionId: string; resource: ResourceName; key: string }>(),
} as const;
