import type { alertCalls } from '../../../preload/contract/calls/alerts.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** Alerts, and the log of those that were raised. */
export function alertHandlers({ services: { watch } }: HandlerContext): HandlersOf<typeof alertCalls> {
  return {
    listAlerts: ({ connectionId }) => watch.listAlerts(connectionId),
    saveAlert: ({ id, content }) => watch.saveAlert(content, id),
    async removeAlerts({ ids }) {
      await watch.removeAlerts(ids);
      return undefined;
    },
    listFirings: (request) => watch.listFirings(request),
    async markFiringsSeen({ connectionId, ids }) {
      await watch.markFiringsSeen(connectionId, ids);
      return undefined;
    },
  };
}
