import type { feedCalls } from '../../../preload/contract/calls/feed.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** What is new in the watchlists. */
export function feedHandlers({
  services: { watch },
  cancellations,
}: HandlerContext): HandlersOf<typeof feedCalls> {
  return {
    getFeed: ({ ticket, ...request }) =>
      cancellations.during(ticket, (signal) => watch.readFeed(request, signal)),
    getFeedEntries: ({ ticket, ...request }) =>
      cancellations.during(ticket, (signal) => watch.readFeedEntries(request, signal)),
    getUnread: ({ connectionId }) => watch.readUnread(connectionId),
    markRead: (request) => watch.markRead(request),
    noteLook: ({ connectionId }) => watch.noteLook(connectionId),
  };
}
