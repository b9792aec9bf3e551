import type { Bridge } from '../preload/contract/bridge.ts';
import type { Failure, Result } from '../preload/contract/failures.ts';

declare global {
  interface Window {
    readonly bridge: Bridge;
  }
}

export type { Bridge };

/**
 * Makes a call. A call that is rejected, which only a fault of the app does, becomes a failure too, so that no view
 * waits for ever.
 */
export async function ask<Value>(call: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await call();
  } catch (error) {
    return { ok: false, failure: faultOf(error) };
  }
}

function faultOf(error: unknown): Failure {
  return {
    code: 'internal',
    message: 'The app failed to answer. Try again; if it stays so, restart the app.',
    detail: error instanceof Error ? error.message : String(error),
  };
}
