import { z } from 'zod';
import { aggregateMetadataSchema, aggregateResources, resourceMetadataSchema } from '../metadata.ts';
import { provenanceSchema } from '../provenance.ts';
import { askedQuerySchema } from '../movingDates.ts';
import { recordSchema } from '../records.ts';
import { call, connectionId, fieldNames, nothing, recordId, resource, ticket } from './call.ts';

export const listSchema = z.object({
  records: z.array(recordSchema),
  pagination: z.object({
    page: z.number().int(),
    perPage: z.number().int(),
    pageCount: z.number().int(),
    resultCount: z.number().int(),
  }),
  /** What the service says it applied, where it says so. */
  applied: z.object({ filter: z.unknown().optional(), sort: z.unknown().optional() }),
  provenance: provenanceSchema,
});

export type RecordList = z.infer<typeof listSchema>;

/** Lists and records of a resource, and what may be asked of it. */
export const recordCalls = {
  /**
   * One page. `refresh` asks the service even when the cached page is fresh. `fields` names the fields of the catalogue that
   * the window shows: the others are left out, since whole records weigh up to 300 kB each. Without it records are whole.
   * Fields that the catalogue does not know always come, unless `plain` says that nothing else is needed and that each value
   * may come in one spelling (a number as a number, however the service wrote it): so much is had of a cached page without a
   * look at its whole records. `cachedOnly` sends no request: what is not on this computer is the
   * failure `offline`.
   */
  listRecords: call(
    z.strictObject({
      connectionId,
      resource,
      query: askedQuerySchema,
      fields: fieldNames.optional(),
      plain: z.boolean().optional(),
      refresh: z.boolean().optional(),
      cachedOnly: z.boolean().optional(),
      ticket: ticket.optional(),
    }),
    listSchema,
  ),
  /** One record, from the cache when it is there and fresh. */
  getRecord: call(
    z.strictObject({
      connectionId,
      resource,
      id: recordId,
      refresh: z.boolean().optional(),
      ticket: ticket.optional(),
    }),
    z.object({ record: recordSchema, provenance: provenanceSchema }),
  ),
  /** What can be asked of a resource: the service's metadata joined with the catalogue, each field with where it is from. */
  describeResource: call(
    z.strictObject({
      connectionId,
      resource,
      refresh: z.boolean().optional(),
      ticket: ticket.optional(),
    }),
    resourceMetadataSchema,
  ),
  /** The same of aggregates and timeseries: their filters, the words of `aggregate`, and the measures. */
  describeAggregates: call(
    z.strictObject({
      connectionId,
      resource: z.enum(aggregateResources),
      refresh: z.boolean().optional(),
      ticket: ticket.optional(),
    }),
    aggregateMetadataSchema,
  ),
  cancelRequest: call(z.strictObject({ ticket }), nothing),
} as const;

export const recordEvents = {
  /** A stale page or record was refreshed behind the window: ask again to see it. */
  refreshed: z.object({ connectionId: z.string(), resource, key: z.string() }),
} as const;
