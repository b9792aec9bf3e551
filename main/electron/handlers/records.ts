import type { recordCalls } from '../../../preload/contract/calls/records.ts';
import type { FirstList } from '../firstList.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** Lists and records of a resource, and what may be asked of it. */
export function recordHandlers(
  { services, cancellations }: HandlerContext,
  firstList: FirstList,
): HandlersOf<typeof recordCalls> {
  return {
    listRecords(asked) {
      const { connectionId, resource, query, fields, plain, refresh, cachedOnly } = asked;
      return cancellations.during(asked.ticket, async (signal) => {
        const ahead = await firstList.take(asked);
        if (ahead !== null) return ahead;
        const explorer = await services.explorer(connectionId);
        return explorer.list(resource, query, { fields, plain, refresh, cachedOnly, signal });
      });
    },
    async getRecord({ connectionId, resource, id, refresh, ticket }) {
      return cancellations.during(ticket, async (signal) =>
        (await services.explorer(connectionId)).record(resource, id, { refresh, signal }),
      );
    },
    describeResource({ connectionId, resource, refresh, ticket }) {
      return cancellations.during(ticket, async (signal) =>
        (await services.explorer(connectionId)).describe(resource, { refresh, signal }),
      );
    },
    describeAggregates({ connectionId, resource, refresh, ticket }) {
      return cancellations.during(ticket, async (signal) =>
        (await services.explorer(connectionId)).describeAggregates(resource, { refresh, signal }),
      );
    },
    cancelRequest({ ticket }) {
      cancellations.cancel(ticket);
      return Promise.resolve(undefined);
    },
  };
}
