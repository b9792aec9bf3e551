import { z } from 'zod';
import { aggregateResources } from '../metadata.ts';
import { aggregateAnswerSchema, timeseriesAnswerSchema } from '../series.ts';
import { askedQuerySchema } from '../movingDates.ts';
import { call, connectionId, ticket } from './call.ts';

const aggregateResource = z.enum(aggregateResources);

const asking = z.strictObject({
  connectionId,
  resource: aggregateResource,
  query: askedQuerySchema,
  /** Asks the service even when the cached answer is fresh. */
  refresh: z.boolean().optional(),
  ticket: ticket.optional(),
});

/** Figures summed up by group, and over time. The measure is named by a filter on `measure_slug` or `measure_id`. */
export const aggregateCalls = {
  aggregate: call(
    asking.extend({
      /** Every group, whatever page the query asks for. */
      whole: z.boolean().optional(),
    }),
    aggregateAnswerSchema,
  ),
  /** A page of series; pages count series, not points. */
  timeseries: call(asking, timeseriesAnswerSchema),
} as const;

export const aggregateEvents = {
  /** A stale answer was refreshed behind the window: ask again to see it. `key` is the query's canonical text. */
  aggregateRefreshed: z.object({
    connectionId: z.string(),
    resource: aggregateResource,
    shape: z.enum(['value', 'points']),
    key: z.string(),
  }),
} as const;
