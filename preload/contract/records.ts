import { z } from 'zod';
import { call, connectionId, event, fieldNames, recordId, resource, ticket } from './call.ts';
import { type AggregateMetadata, type ResourceMetadata, aggregateResources } from './metadata.ts';
import type { Provenance } from './provenance.ts';
import { resolvedQuerySchema } from './querySchema.ts';
import type { PartialRecord, RecordsText, ResourceRecord } from './recordsText.ts';
import type { ResourceName } from './resources/names.ts';

export type { PartialRecord, ResourceRecord } from './recordsText.ts';
export { metricMembers } from './metric.ts';

/** Ids may be numbers or text. */
export function recordKey(record: Pick<ResourceRecord, 'id'>): string {
  return String(record.id);
}

export interface PageCounts {
  readonly page: number;
  readonly perPage: number;
  readonly pageCount: number;
  readonly resultCount: number;
}

export interface RequestedPage {
  readonly page: number;
  readonly perPage: number;
  /** True if earlier pages had records: the last page may hold only an invalid one. */
  readonly isFurther?: boolean;
}

export interface RecordList {
  readonly records: PartialRecord[];
  readonly pagination: PageCounts;
  /** The query as the service applied it, by its own statement. */
  readonly applied: { filter?: unknown; sort?: unknown | undefined };
  readonly provenance: Provenance;
}

export type RecordListText = Omit<RecordList, 'records'> & RecordsText;
export type ReadableList = RecordList & RecordsText;

export const recordCalls = {
  /**
   * One page. `refresh` bypasses the cache. `fields` limits the known fields, since a whole record weighs up
   * to 300 kB; unknown fields always come unless `plain`, which also normalizes numbers and can be read from
   * a cached page without its records. `cachedOnly` sends no request and fails with `offline`.
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
  getRecord: call({
    connectionId,
    resource,
    id: recordId,
    refresh: z.boolean().optional(),
    cachedOnly: z.boolean().optional(),
    ticket: ticket.optional(),
  }).returns<{ record: ResourceRecord; provenance: Provenance }>(),
  describeResource: call({
    connectionId,
    resource,
    refresh: z.boolean().optional(),
    ticket: ticket.optional(),
  }).returns<ResourceMetadata>(),
  describeAggregates: call({
    connectionId,
    resource: z.enum(aggregateResources),
    refresh: z.boolean().optional(),
    ticket: ticket.optional(),
  }).returns<AggregateMetadata>(),
  cancelRequest: call({ ticket }).returns<undefined>(),
} as const;

export const recordEvents = {
  refreshed: event<{ connectionId: string; resource: ResourceName; key: string }>(),
} as const;
