import { z } from 'zod';
import { call, event, connectionId, ticket } from './call.ts';
import { type AggregateResource, aggregateResources } from './metadata.ts';
import { resolvedQuerySchema } from './querySchema.ts';
import { type Provenance, provenanceSchema } from './provenance.ts';
import type { PageCounts } from './records.ts';

/** Undocumented shapes, parsed tolerantly. Source: data service interface, "Aggregate endpoints". */

/** `unit` is the service's word: `dollar`, `percent`, `count`, `token`. */
export const measureSchema = z.object({
  id: z.union([z.string(), z.number()]).nullable(),
  slug: z.string(),
  name: z.string(),
  unit: z.string(),
});
export type Measure = z.infer<typeof measureSchema>;

/** Name of the group of records without the grouping key. It has no id. */
export const unknownGroup = 'Unknown';

/** `color` is `#rrggbb`. */
export const seriesGroupSchema = z.object({
  id: z.union([z.string(), z.number()]).nullable(),
  type: z.string(),
  name: z.string(),
  color: z.string().nullable(),
});
export type SeriesGroup = z.infer<typeof seriesGroupSchema>;

const paginationSchema = z.object({
  page: z.number().int(),
  perPage: z.number().int(),
  pageCount: z.number().int(),
  /** Groups or series, never points. */
  resultCount: z.number().int(),
});

export const aggregateAnswerSchema = z.object({
  results: z.array(
    z.object({ measure: measureSchema, group: seriesGroupSchema, value: z.number().nullable() }),
  ),
  pagination: paginationSchema,
  provenance: provenanceSchema,
});
export type AggregateAnswer = z.infer<typeof aggregateAnswerSchema>;

/** Typed arrays: an answer holds up to 400,000 points, which as lists take seconds to cross the bridge. */
export interface TimeseriesAnswer {
  /** Days since 1970 UTC, ascending: the first day of each period of any series. */
  readonly days: Int32Array;
  readonly series: {
    measure: Measure;
    group: SeriesGroup;
    /** One for each day; NaN if the series has no value. */
    values: Float64Array;
  }[];
  readonly pagination: PageCounts;
  readonly provenance: Provenance;
}

const aggregateResource = z.enum(aggregateResources);

const request = {
  connectionId,
  resource: aggregateResource,
  query: resolvedQuerySchema,
  refresh: z.boolean().optional(),
  ticket: ticket.optional(),
};

/** A filter on `measure_slug` or `measure_id` names the measure. */
export const aggregateCalls = {
  aggregate: call({
    ...request,
    /** Returns every group, whatever page the query names. */
    whole: z.boolean().optional(),
  }).returns<AggregateAnswer>(),
  timeseries: call(request).returns<TimeseriesAnswer>(),
} as const;

export const aggregateEvents = {
  /** A stale answer was refreshed in the background. `key` is the canonical text of the query. */
  aggregateRefreshed: event<{
    connectionId: string;
    resource: AggregateResource;
    shape: 'value' | 'points';
    key: string;
  }>(),
} as const;
