import type { CallName } from '../../../preload/contract/bridge.ts';
import type { CallHandler } from './callHandlers.ts';
import type { CallHandlers } from './answerCall.ts';

type Cancellable = { readonly [Name in Exclude<CallName, 'cancelRequest'>]: CallHandler<Name> };

export function withCancellation(handlers: Cancellable): CallHandlers {
  const running = new Map<string, AbortController>();

  async function run(
    handler: (args: never, signal: AbortSignal) => unknown,
    args: unknown,
  ): Promise<unknown> {
    const controller = new AbortController();
    const ticket = ticketOf(args);
    if (ticket !== null) running.set(ticket, controller);
    try {
      const value: unknown = await handler(args as never, controller.signal);
      return value;
    } finally {
      if (ticket !== null && running.get(ticket) === controller) running.delete(ticket);
    }
  }

  const answers = Object.entries(handlers).map(([name, handler]): [string, unknown] => [
    name,
    (args: unknown) => run(handler, args),
  ]);
  const cancelRequest: CallHandlers['cancelRequest'] = ({ ticket }) => {
    running.get(ticket)?.abort();
    return Promise.resolve(undefined);
  };
  // Each name maps to its own handler.
  return Object.fromEntries([...answers, ['cancelRequest', cancelRequest]]) as CallHandlers;
}

function ticketOf(args: unknown): string | null {
  return typeof args === 'object' && args !== null && 'ticket' in args && typeof args.ticket === 'string'
    ? args.ticket
    : null;
}
