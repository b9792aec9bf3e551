import { minuteMs } from '../../preload/contract/days.ts';
import { FailureError, hasCode } from '../../preload/contract/failures.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { RequestQueue } from './requestQueue.ts';

interface BudgetWait {
  readonly resource: ResourceName;
  readonly title: string;
  readonly waiting: RequestQueue;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Called with the time until which the work waits, and with null when it resumes. */
  readonly onWaiting?: ((resumesAt: number | null) => void) | undefined;
}

/** Wait if the service names no time: 120 requests an hour are one every 30 s. */
const defaultWaitMs = 30_000;

/** Repeats the work when the limit allows. Other errors are thrown. */
export async function waitForRateLimit<T>(wait: BudgetWait, work: () => Promise<T>): Promise<T> {
  const since = wait.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, 'rate-limited')) throw error;
      const until = error.failure.retryAt ?? wait.now() + defaultWaitMs;
      const { resource, title } = wait;
      const leave = wait.waiting.enter({ resource, title, since, until });
      wait.onWaiting?.(until);
      try {
        await sleepUntil(until, wait);
        await pause(50, wait.signal);
      } finally {
        leave();
      }
      wait.onWaiting?.(null);
    }
  }
}

/** Interval of looking at the clock: the computer may sleep, and the clock may be set. */
const recheckMs = minuteMs;

/** Waits, not longer even if the clock is set back. Rejects with `canceled` when the signal is aborted. */
export async function sleepUntil(
  moment: number,
  { now, signal }: Pick<BudgetWait, 'now' | 'signal'>,
): Promise<void> {
  for (let left = moment - now(); left > 0; left = moment - now()) {
    await pause(Math.min(left, recheckMs), signal);
    if (now() < moment - left) return;
  }
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      clearTimeout(timer);
      reject(new FailureError({ code: 'canceled', message: 'The work was canceled.' }));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel);
      resolve();
    }, ms);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
}
