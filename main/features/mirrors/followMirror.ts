import { minuteMs } from '../../../preload/contract/days.ts';
import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import { isWorthRetrying, reasonOf } from '../../data-service/failures.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { pause } from '../records/waitForRateLimit.ts';

/** What a mirror that runs on needs to go from one run to the next. */
export interface Following {
  /** Brings the target up to date once. */
  readonly run: (control: JobControl) => Promise<unknown>;
  /** When it is due for the first time, in milliseconds since 1970 UTC. */
  readonly firstAt: number;
  /** Minutes until the next run; null where there is none. */
  readonly everyMinutes: () => Promise<number | null>;
  readonly now: () => number;
  /** Called with how to end a wait early, and with null when it is over. */
  readonly onWaiting: (end: (() => void) | null) => void;
}

/** How long a mirror waits after its first, second… failure in a row; the last is repeated. Documented in docs/administration.md. */
const retryMinutes = [1, 5, 15, 60];

/** A computer that slept must not make it wait longer: it looks at the clock this often. */
const recheckMs = minuteMs;

/**
 * Runs a mirror again and again. What passes by itself is tried again, with its sentence shown as the note of the job.
 * @throws FailureError where the user must act
 */
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

/** The failure of work where it passes by itself; null where there is none. Throws any other. */
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

/** True for failures of networks and servers, for what others put right, and while the user works offline. */
function passesByItself(failure: Failure): boolean {
  const { code, retryAt } = failure;
  // A sync is cancelled where the cache is cleared meanwhile.
  const others = ['bad-answer', 'offline', 'cancelled'];
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
    for (let left = moment - now(); left > 0; left = moment - now()) {
      await pause(Math.min(left, recheckMs), AbortSignal.any([signal, early.signal]));
      // A clock that was set back must not make it wait for days.
      if (now() < moment - left) return;
    }
  } catch (error) {
    if (signal.aborted || !early.signal.aborted) throw error;
  } finally {
    onWaiting(null);
  }
}
