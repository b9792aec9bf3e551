import type { recordCalls } from '../../../preload/contract/records.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import type { FirstList } from '../firstList.ts';
import type { HandlerContext } from './context.ts';

/** Lists and records of a resource, and what may be asked of it. */
export function recordHandlers(
  { services: { explorer } }: HandlerContext,
  firstList: FirstList,
): Omit<HandlersOf<typeof recordCalls>, 'cancelRequest'> {
  return {
    async listRecords(asked, signal) {
      const ahead = await firstList.take(asked);
      if (ahead !== null) return ahead;
      const { connectionId, resource, query, fields, plain, refresh, cachedOnly } = asked;
      return (await explorer(connectionId)).list(resource, query, {
        fields,
        plain,
        refresh,
        cachedOnly,
        signal,
      });
    },
    getRecord: async ({ connectionId, resource, id, refresh }, signal) =>
      (await explorer(connectionId)).record(resource, id, { refresh, signal }),
    describeResource: async ({ connectionId, resource, refresh }, signal) =>
      (await explorer(connectionId)).describe(resource, { refresh, signal }),
    describeAggregates: async ({ connectionId, resource, refresh }, signal) =>
      (await explorer(connectionId)).describeAggregates(resource, { refresh, signal }),
  };
}
