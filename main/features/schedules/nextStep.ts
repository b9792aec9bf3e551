import { hourMs, minuteMs } from '../../../preload/contract/days.ts';
import type { Schedule, ScheduleRun } from '../../../preload/contract/schedules.ts';
import { latestDue } from './dueTimes.ts';
import type { ScheduleWithRuns } from './scheduleDocuments.ts';

interface NextStep {
  readonly ended: ScheduleRun[];
  readonly run: ScheduleRun | null;
  readonly isNew: boolean;
}

export const retryAfterMinutes = [5, 15, 60] as const;

/** If the clock is set back by up to this, passed due times are not due again. */
const setBackMs = hourMs;

/**
 * Corrects times stored under a clock that was ahead: nothing waits for them, and a repeated time is due
 * again. Returns the same object if nothing changes.
 */
export function underThisClock(found: ScheduleWithRuns, now: number): ScheduleWithRuns {
  const { schedule, runs } = found;
  const isEarly = ({ manual, dueAt }: ScheduleRun): boolean => !manual && dueAt > now + setBackMs;
  const waits = ({ retryAt, retries }: ScheduleRun): boolean =>
    (retryAt ?? 0) > now + (retryAfterMinutes[retries] ?? 0) * minuteMs;
  if (schedule.dueAfter <= now && !runs.some((run) => isEarly(run) || waits(run))) return found;
  return {
    schedule: { ...schedule, dueAfter: Math.min(schedule.dueAfter, now) },
    runs: runs.map((run) => ({
      ...run,
      // Its due time is in the future again, so it becomes a manual run with another id.
      ...(isEarly(run) ? { id: `${run.id} at ${run.startedAt.toString()}`, manual: true } : {}),
      ...(waits(run) ? { retryAt: now } : {}),
    })),
  };
}

/**
 * Returns the next step of a schedule. Of the passed due times, only the latest runs. A run stored as running
 * belongs to an ended process, since the caller holds the schedule's lock, and restarts.
 * @param runs those of this schedule
 */
export function nextStep(schedule: Schedule, runs: readonly ScheduleRun[], now: number): NextStep {
  const unfinished = runs.filter(({ state }) => state === 'running' || state === 'retrying');
  const stored = new Set(runs.map(({ id }) => id));
  // Ignores due times seen by a clock that was ahead.
  const seen = runs.filter(({ manual, dueAt }) => !manual && dueAt <= now).map(({ dueAt }) => dueAt);
  const due = schedule.on ? latestDue(schedule.times, Math.max(schedule.dueAfter, ...seen), now) : null;
  if (due !== null && !stored.has(runId(schedule, due.dueAt))) {
    return {
      ended: unfinished.map((run) => endedRun(run, now, superseded)),
      run: newRun(schedule, { ...due, now }),
      isNew: true,
    };
  }
  const [run] = unfinished.toSorted((a, b) => b.dueAt - a.dueAt);
  if (run === undefined) return { ended: [], run: null, isNew: false };
  const ended = unfinished.filter((other) => other !== run).map((other) => endedRun(other, now, superseded));
  if (!schedule.on && !run.manual)
    return { ended: [...ended, endedRun(run, now, turnedOff)], run: null, isNew: false };
  if ((run.retryAt ?? 0) > now) return { ended, run: null, isNew: false };
  if (run.retries >= retryAfterMinutes.length)
    return { ended: [...ended, endedRun(run, now, interrupted)], run: null, isNew: false };
  const again = { state: 'running', startedAt: now, retries: run.retries + 1, retryAt: null } as const;
  return { ended, run: { ...run, ...again }, isNew: false };
}

export function newRun(
  schedule: Schedule,
  {
    dueAt,
    now,
    missed = 0,
    manual = false,
  }: { dueAt: number; now: number; missed?: number; manual?: boolean },
): ScheduleRun {
  return {
    id: runId(schedule, dueAt),
    scheduleId: schedule.id,
    dueAt,
    manual,
    state: 'running',
    startedAt: now,
    endedAt: null,
    missed,
    retries: 0,
    retryAt: null,
    path: null,
    written: [],
    rows: null,
    complete: null,
    fetchedFrom: null,
    note: null,
    failure: null,
  };
}

function runId({ id }: Schedule, dueAt: number): string {
  return `${id} ${new Date(dueAt).toISOString()}`;
}

function endedRun(run: ScheduleRun, now: number, message: string): ScheduleRun {
  const failure = run.failure ?? { code: 'canceled' as const, message };
  return { ...run, state: 'failed', endedAt: now, retryAt: null, failure };
}

const superseded = 'The run did not end before the next one was due.';
const turnedOff = 'The schedule was turned off.';
const interrupted = 'The app ended each time that this run was begun. Run the schedule again.';
