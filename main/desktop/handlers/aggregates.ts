import type { aggregateCalls } from '../../../preload/contract/calls/aggregates.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** Figures summed up by group, and over time. */
export function aggregateHandlers({ rooms, tickets }: HandlerContext): HandlersOf<typeof aggregateCalls> {
  return {
    aggregate: ({ connectionId, resource, query, refresh, whole, ticket }) =>
      tickets.during(ticket, async (signal) =>
        (await rooms.aggregates(connectionId)).aggregate(resource, query, { refresh, whole, signal }),
      ),
    timeseries: ({ connectionId, resource, query, refresh, ticket }) =>
      tickets.during(ticket, async (signal) =>
        (await rooms.aggregates(connectionId)).timeseries(resource, query, { refresh, signal }),
      ),
  };
}
