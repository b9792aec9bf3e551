import type { Transport } from '../../data-service/transport.ts';

/** Returns a transport that reports when the service stops to answer, or answers with errors of its own, and when it answers again. */
export function watchReach(transport: Transport, onChanged: (isReached: boolean) => void): Transport {
  let wasReached = true;
  const note = (isReached: boolean): void => {
    if (isReached === wasReached) return;
    wasReached = isReached;
    onChanged(isReached);
  };
  return async (url, init) => {
    try {
      const response = await transport(url, init);
      note(response.status < 500);
      return response;
    } catch (error) {
      const reason: unknown = init.signal.reason;
      const isTimeout = reason instanceof Error && reason.name === 'TimeoutError';
      if (!init.signal.aborted || isTimeout) note(false);
      throw error;
    }
  };
}
