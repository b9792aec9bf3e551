import { FailureError } from '../../preload/contract/failures.ts';
import type { FetchOptions } from '../data-service/staleWhileRevalidate.ts';
import { UsageError } from './exitCodes.ts';
import type { SharedOptions, AnswerOptions } from './options.ts';

/** Waits for a refresh of a stale answer; `--fresh` refuses older ones. */
export function fetchOptions({ fresh }: AnswerOptions, signal: AbortSignal): FetchOptions {
  return { signal, wait: true, ...(fresh ? { notBefore: Date.now() } : {}) };
}

/** @throws UsageError, or FailureError `offline`, if `--fresh` may not use the network */
export function refuseFreshOffline(
  { fresh, offline }: SharedOptions & AnswerOptions,
  settings: { readonly workOffline: boolean },
): void {
  if (!fresh) return;
  if (offline)
    throw new UsageError('--fresh asks the service, and --offline does not. Leave out one of them.');
  if (settings.workOffline)
    throw new FailureError({
      code: 'offline',
      message: '--fresh asks the service, and work offline is on in the app. Turn it off there.',
    });
}
