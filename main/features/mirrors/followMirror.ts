import { minuteMs } from '../../../preload/contract/days.ts';
import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import { isWorthRetrying, reasonOf } from '../../data-service/failures.ts';
import type { JobControl } from '../../jobs/jobs.ts';
import { sleepUntil } from '../../jobs/waitForRateLimit.ts';

interface Following {
  readonly run: (control: JobControl) => Promise<unknown>;
  readonly firstAt: number;
  readonly everyMinutes: () => Promise<number | null>;
  readonly now: () => number;
  readonly onWaiting: (end: (() => void) | null) => void;
}

/** Waits after consecutive failures; the last repeats. Documented in docs/administration.md. */
const retryMinutes = [1, 5, 15, 60];

/** Retries temporary failures, noted on the job. Throws a `FailureError` if the user must act. */
export async function followMirror(following: Following, control: JobControl): Promise<void> {
  const { run, firstAt, everyMinutes, now } = following;
  if (firstAt > now()) await waitUntil(firstAt, { waitsFor: 'check' }, following, control);
  for (let failures = 0; ;) {
    control.update({ state: 'running', resumesAt: null, waitsFor: undefined, reason: undefined });
    const failure = await passingFailureOf(() => run(control), control.signal);
    failures = failure === null || failure.code === 'offline' ? 0 : failures + 1;
    const minutes =
      failure === null
        ? await everyMinutes()
        : retryMinutes[Math.min(Math.max(failures, 1), retryMinutes.length) - 1];
    if (minutes === null || minutes === undefined) return;
    if (failure !== null) control.update({ note: failure.message });
    const wait = failure === null ? {} : { reason: reasonOf(failure) };
    await waitUntil(
      now() + minutes * minuteMs,
      { waitsFor: failure === null ? 'check' : 'retry', ...wait },
      following,
      control,
    );
  }
}

/** Returns a temporary failure, or null. Throws any other. */
async function passingFailureOf(work: () => Promise<unknown>, signal: AbortSignal): Promise<Failure | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!signal.aborted && error instanceof FailureError && passesByItself(error.failure))
      return error.failure;
    throw error;
  }
}

function passesByItself(failure: Failure): boolean {
  const { code, retryAt } = failure;
  // Clearing the cache cancels a sync.
  const others = ['bad-answer', 'offline', 'canceled'];
  return isWorthRetrying(failure) || others.includes(code) || retryAt !== undefined;
}

async function waitUntil(
  moment: number,
  why: { waitsFor: 'check' | 'retry'; reason?: string },
  { now, onWaiting }: Following,
  { signal, update }: JobControl,
): Promise<void> {
  const early = new AbortController();
  update({ state: 'waiting', resumesAt: moment, ...why });
  onWaiting(() => {
    early.abort();
  });
  try {
    await sleepUntil(moment, { now, signal: AbortSignal.any([signal, early.signal]) });
  } catch (error) {
    if (signal.aborted || !early.signal.aborted) throw error;
  } finally {
    onWaiting(null);
  }
}
