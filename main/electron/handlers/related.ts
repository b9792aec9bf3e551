import type { relatedCalls } from '../../../preload/contract/calls/related.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** The ways from a record to related ones. */
export function relatedHandlers({
  services,
  cancellations,
}: HandlerContext): HandlersOf<typeof relatedCalls> {
  return {
    listRelations({ connectionId, resource, id, ticket }) {
      return cancellations.during(ticket, async (signal) =>
        (await services.finder(connectionId)).relations(resource, id, { signal }),
      );
    },
  };
}
