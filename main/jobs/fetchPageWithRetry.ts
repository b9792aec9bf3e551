import { minuteMs } from '../../preload/contract/days.ts';
import { FailureError, type Failure } from '../../preload/contract/failures.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { Client } from '../data-service/client.ts';
import { isWorthRetrying, reasonOf } from '../data-service/failures.ts';
import type { JobControl } from './jobs.ts';
import type { RequestQueue } from './requestQueue.ts';
import { pause, waitForRateLimit } from './waitForRateLimit.ts';

export interface PageFetchOptions {
  readonly client: Client;
  readonly offline: () => boolean;
  readonly now: () => number;
  readonly waiting: RequestQueue;
  readonly title: string;
  /** Waits before each retry of a failed page. */
  readonly retryAfterMs?: readonly number[] | undefined;
}

/** Services that time out in the middle of a long read usually recover within minutes. */
const defaultRetryAfterMs = [5000, 15_000, minuteMs, 2 * minuteMs];

/** Waits for the request limit, and retries while the service is down. Throws a `FailureError`. */
export async function fetchPageWithRetry(
  options: PageFetchOptions,
  resource: ResourceName,
  query: Query,
  control: JobControl,
): Promise<Uint8Array> {
  const { client, waiting, now, title, retryAfterMs = defaultRetryAfterMs } = options;
  const { signal } = control;
  const onWaiting = (resumesAt: number | null, failure?: Failure): void => {
    control.update({
      state: resumesAt === null ? 'running' : 'waiting',
      resumesAt,
      waitsFor: failure === undefined ? undefined : 'retry',
      reason: failure === undefined ? undefined : reasonOf(failure),
    });
  };
  for (let attempt = 0; ; attempt += 1) {
    if (signal.aborted) throw new FailureError({ code: 'canceled', message: `${title} was stopped.` });
    if (options.offline()) throw new FailureError(workingOffline);
    try {
      const body = await waitForRateLimit({ resource, title, waiting, signal, now, onWaiting }, () => {
        if (options.offline()) throw new FailureError(workingOffline);
        return client.list(resource, query, { signal, purpose: 'background', isUncached: true });
      });
      return body?.bytes ?? new Uint8Array();
    } catch (error) {
      const delay = retryAfterMs[attempt];
      if (!(error instanceof FailureError) || !isWorthRetrying(error.failure) || delay === undefined)
        throw error;
      onWaiting(now() + delay, error.failure);
      await pause(delay, signal);
      onWaiting(null);
    }
  }
}

const workingOffline = {
  code: 'offline',
  message: 'Work offline is on. Turn it off, then try again.',
} as const;
