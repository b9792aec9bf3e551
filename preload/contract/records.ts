import { z } from 'zod';
import { call, connectionId, event, fieldNames, recordId, resource, ticket } from './call.ts';
import { type AggregateMetadata, type ResourceMetadata, aggregateResources } from './metadata.ts';
import type { Provenance } from './provenance.ts';
import { resolvedQuerySchema } from './querySchema.ts';
import type { PartialRecord, RecordsText, ResourceRecord } from './recordsText.ts';
import type { ResourceName } from './resources/names.ts';

export type { PartialRecord, ResourceRecord } from './recordsText.ts';
export { metricMembers } from './metric.ts';

/** The one text of an identifier, whichever type it came with. */
export function recordKey(record: Pick<ResourceRecord, 'id'>): string {
  return String(record.id);
}

/** A page of an answer, and how many pages and results there are in all. */
export interface PageCounts {
  readonly page: number;
  readonly perPage: number;
  readonly pageCount: number;
  readonly resultCount: number;
}

export interface RecordList {
  readonly records: PartialRecord[];
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
