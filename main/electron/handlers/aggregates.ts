import type { aggregateCalls } from '../../../preload/contract/calls/aggregates.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** Figures summed up by group, and over time. */
export function aggregateHandlers({
  services,
  cancellations,
}: HandlerContext): HandlersOf<typeof aggregateCalls> {
  return {
    aggregate: ({ connectionId, resource, query, refresh, whole, ticket }) =>
      cancellations.during(ticket, async (signal) =>
        (await services.aggregates(connectionId)).aggregate(resource, query, { refresh, whole, signal }),
      ),
    timeseries: ({ connectionId, resource, query, refresh, ticket }) =>
      cancellations.during(ticket, async (signal) =>
        (await services.aggregates(connectionId)).timeseries(resource, query, { refresh, signal }),
      ),
  };
}
