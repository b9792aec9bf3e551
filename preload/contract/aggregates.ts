import { z } from 'zod';
import { call, event, connectionId, ticket } from './call.ts';
import { type AggregateResource, aggregateResources } from './metadata.ts';
import { resolvedQuerySchema } from './querySchema.ts';
import { type Provenance, provenanceSchema } from './provenance.ts';
import type { PageCounts } from './records.ts';

/**
 * Answers of the aggregate endpoints, as they cross the bridge. Rule: data service interface, "Aggregate endpoints"; their
 * shapes are not shown there and read tolerantly.
 */

/** The figure that was summed up. `unit` is the service's own word: `dollar`, `percent`, `count`, `token`. */
export const measureSchema = z.object({
  id: z.union([z.string(), z.number()]).nullable(),
  slug: z.string(),
  name: z.string(),
  unit: z.string(),
});
export type Measure = z.infer<typeof measureSchema>;

/** What the members without the key that is grouped by stand under: a group of their own, without an id. */
export const unknownGroup = 'Unknown';

/** What was summed up together. `color` is the service's `#rrggbb`; null where it gives none. */
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

/** One value for each group. */
export const aggregateAnswerSchema = z.object({
  results: z.array(
    z.object({ measure: measureSchema, group: seriesGroupSchema, value: z.number().nullable() }),
  ),
  pagination: paginationSchema,
  provenance: provenanceSchema,
});
export type AggregateAnswer = z.infer<typeof aggregateAnswerSchema>;

/**
 * Series over one list of days. Typed arrays, since an answer holds up to some 400,000 points: as lists they would take
 * seconds to cross.
 */
export interface TimeseriesAnswer {
  /** Days since 1970 UTC, rising: the first day of each period that any series has. */
  readonly days: Int32Array;
  readonly series: {
    measure: Measure;
    group: SeriesGroup;
    /** As many as there are days; NaN where the series has no value. */
    values: Float64Array;
  }[];
  readonly pagination: PageCounts;
  readonly provenance: Provenance;
}
export type Series = TimeseriesAnswer['series'][number];

const aggregateResource = z.enum(aggregateResources);

const request = {
  connectionId,
  resource: aggregateResource,
  query: resolvedQuerySchema,
  /** Asks the service even when the cached answer is fresh. */
  refresh: z.boolean().optional(),
  ticket: ticket.optional(),
};

/** Figures summed up by group, and over time. The measure is named by a filter on `measure_slug` or `measure_id`. */
export const aggregateCalls = {
  aggregate: call({
    ...request,
    /** Every group, whatever page the query asks for. */
    whole: z.boolean().optional(),
  }).returns<AggregateAnswer>(),
  /** A page of series; pages count series, not points. */
  timeseries: call(request).returns<TimeseriesAnswer>(),
} as const;

export const aggregateEvents = {
  /** A stale answer was refreshed behind the window: ask again to see it. `key` is the query's canonical text. */
  aggregateRefreshed: event<{
    connectionId: string;
    resource: AggregateResource;
    shape: 'value' | 'points';
    key: string;
  }>(),
} as const;
