import type { watchPlanCalls } from '../../../preload/contract/calls/watchPlan.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** The plan of requests for watchlists. */
export function watchPlanHandlers({
  services,
  cancellations,
}: HandlerContext): HandlersOf<typeof watchPlanCalls> {
  return {
    async getWatchPlan({ connectionId }) {
      const { waiting: _, ...report } = await (await services.watching.scheduler(connectionId)).report();
      return { connectionId, ...report, lists: [...report.lists] };
    },
    checkWatchlists: ({ connectionId, listIds, ticket }) =>
      cancellations.during(ticket, async (signal) => {
        const checked = await (await services.watching.scheduler(connectionId)).checkNow({ listIds, signal });
        return { requests: checked.requests, listIds: [...checked.listIds] };
      }),
  };
}
