import type { recordCalls } from '../../../preload/contract/calls/records.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** Lists and records of a resource, and what may be asked of it. */
export function recordHandlers({ rooms, tickets }: HandlerContext): HandlersOf<typeof recordCalls> {
  return {
    listRecords({ connectionId, resource, query, fields, plain, refresh, cachedOnly, ticket }) {
      return tickets.during(ticket, async (signal) =>
        (await rooms.explorer(connectionId)).list(resource, query, {
          fields,
          plain,
          refresh,
          cachedOnly,
          signal,
        }),
      );
    },
    async getRecord({ connectionId, resource, id, refresh, ticket }) {
      return tickets.during(ticket, async (signal) =>
        (await rooms.explorer(connectionId)).record(resource, id, { refresh, signal }),
      );
    },
    describeResource({ connectionId, resource, refresh, ticket }) {
      return tickets.during(ticket, async (signal) =>
        (await rooms.explorer(connectionId)).describe(resource, { refresh, signal }),
      );
    },
    describeAggregates({ connectionId, resource, refresh, ticket }) {
      return tickets.during(ticket, async (signal) =>
        (await rooms.explorer(connectionId)).describeAggregates(resource, { refresh, signal }),
      );
    },
    cancelRequest({ ticket }) {
      tickets.cancel(ticket);
      return Promise.resolve(undefined);
    },
  };
}
