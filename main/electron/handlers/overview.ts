import type { overviewCalls } from '../../../preload/contract/calls/overview.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** What the overview of a connection shows beside lists and aggregates. */
export function overviewHandlers({ services }: HandlerContext): HandlersOf<typeof overviewCalls> {
  return {
    async listHoldings({ connectionId }) {
      const { cache } = await services.connections.open(connectionId);
      return cache.readHoldings();
    },
  };
}
