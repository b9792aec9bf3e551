import type { relatedCalls } from '../../../preload/contract/calls/related.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** The ways from a record to related ones. */
export function relatedHandlers({ rooms, tickets }: HandlerContext): HandlersOf<typeof relatedCalls> {
  return {
    listRelations({ connectionId, resource, id, ticket }) {
      return tickets.during(ticket, async (signal) =>
        (await rooms.finder(connectionId)).relations(resource, id, { signal }),
      );
    },
  };
}
