import { minuteMs } from '../../../preload/contract/days.ts';
import { FailureError, failureOf, type Failure } from '../../../preload/contract/failures.ts';
import type { Schedule, ScheduleRun } from '../../../preload/contract/schedules.ts';
import { isWorthRetrying } from '../../data-service/failures.ts';
import type { UserStore } from '../../store/store.ts';
import { newRun, nextStep, retryAfterMinutes, underThisClock } from './nextStep.ts';
import type { ScheduleDocuments } from './scheduleDocuments.ts';
import { createScheduledWork, type ScheduledWorkOptions } from './scheduledWork.ts';

interface ScheduleRunnerOptions extends ScheduledWorkOptions {
  readonly user: Pick<UserStore, 'listDocuments' | 'addDocument' | 'changeDocuments' | 'locks'>;
  readonly documents: ScheduleDocuments;
}

export type ScheduleRunner = ReturnType<typeof createScheduleRunner>;

const maxRuns = 50;

/** A run is stored before it begins: one that a process leaves unfinished restarts, with its due time. */
export function createScheduleRunner(options: ScheduleRunnerOptions) {
  const { user, documents, now, events } = options;
  const work = createScheduledWork(options);
  const active = new Map<string, Promise<ScheduleRun[]>>();
  let isClosing = false;

  async function withLock<Value>(scheduleId: string, work: () => Promise<Value>): Promise<Value | null> {
    const lock = `schedule-${scheduleId}`;
    if (!(await user.locks.hold(lock))) return null;
    try {
      return await work();
    } finally {
      await user.locks.release(lock);
    }
  }

  function begin(scheduleId: string, work: () => Promise<ScheduleRun[]>): Promise<ScheduleRun[]> {
    const ended = work().finally(() => active.delete(scheduleId));
    active.set(scheduleId, ended);
    return ended;
  }

  async function runStep(scheduleId: string): Promise<ScheduleRun[]> {
    const found = await documents.find(scheduleId);
    if (found === null) return [];
    const { schedule, runs } = underThisClock(found, now());
    if (schedule !== found.schedule)
      await user.changeDocuments([
        ...documents.remove(found),
        documents.write(schedule),
        ...runs.map(documents.writeRun),
      ]);
    const { ended, run, isNew } = nextStep(schedule, runs, now());
    await store(ended);
    if (run === null || isClosing) return ended;
    if (isNew && !(await user.addDocument(documents.addition(run)))) return ended;
    if (!isNew) await store([run]);
    return [...ended, await execute(schedule, run, runs)];
  }

  async function store(runs: readonly ScheduleRun[]): Promise<void> {
    if (runs.length === 0) return;
    await user.changeDocuments(runs.map(documents.writeRun));
    for (const id of new Set(runs.map(({ scheduleId }) => scheduleId)))
      events.emit('scheduleChanged', { id });
  }

  async function execute(
    schedule: Schedule,
    begun: ScheduleRun,
    before: readonly ScheduleRun[],
  ): Promise<ScheduleRun> {
    let run = begun;
    const save = async (part: Partial<ScheduleRun>): Promise<void> => {
      run = { ...run, ...part };
      await store([run]);
    };
    events.emit('scheduleChanged', { id: schedule.id });
    try {
      const result = await work(schedule, run, {
        before,
        noteFile: (file) => save({ written: [...run.written, file] }),
      });
      await save({ ...result, state: 'done', endedAt: now(), retryAt: null, failure: null });
    } catch (error) {
      // Not a failure: the run restarts at the next start of the app.
      if (isClosing) return run;
      await save(failedPart(run, error));
    }
    await removeOld(run);
    events.emit('scheduleRunEnded', schedule, run);
    return run;
  }

  function failedPart(run: ScheduleRun, error: unknown): Partial<ScheduleRun> {
    const { code, message, detail } = failureOf(
      error,
      'The run failed because of an internal error. Run the schedule again.',
    );
    const failure = { code, message, ...(detail === undefined ? {} : { detail }) };
    const minutes = isPassing({ code, message }) ? retryAfterMinutes[run.retries] : undefined;
    if (minutes !== undefined) return { state: 'retrying', failure, retryAt: now() + minutes * minuteMs };
    return { state: code === 'canceled' ? 'canceled' : 'failed', failure, endedAt: now(), retryAt: null };
  }

  async function removeOld({ id, scheduleId }: ScheduleRun): Promise<void> {
    try {
      const found = await documents.find(scheduleId);
      // Undefined schedule: it was deleted.
      const forgotten =
        found === null
          ? [id]
          : found.runs
              .toSorted((a, b) => b.dueAt - a.dueAt)
              .slice(maxRuns)
              .map((run) => run.id);
      if (forgotten.length > 0) await user.changeDocuments(forgotten.map(documents.removeRun));
    } catch (error) {
      // The run itself succeeded; the removal is retried after the next one.
      events.emit('backgroundError', 'schedules', error);
    }
  }

  return {
    async runDue() {
      const all = await documents.readAll();
      const due = all.filter((found) => {
        const { schedule, runs } = found;
        if (active.has(schedule.id) || isClosing) return false;
        const { run, ended } = nextStep(schedule, runs, now());
        return run !== null || ended.length > 0 || underThisClock(found, now()) !== found;
      });
      const ended = due.map(({ schedule: { id } }) =>
        begin(id, async () => (await withLock(id, () => runStep(id))) ?? []),
      );
      return (await Promise.all(ended)).flat();
    },
    async runNow(scheduleId: string) {
      const begun = Promise.withResolvers<undefined>();
      if (active.has(scheduleId)) throw new FailureError(runsAlready);
      const ended = begin(scheduleId, async () => {
        const runs = await withLock(scheduleId, async () => {
          const found = await documents.find(scheduleId);
          if (found === null) return [];
          const at = now();
          const run = newRun(found.schedule, { dueAt: at, now: at, manual: true });
          if (!(await user.addDocument(documents.addition(run)))) throw new FailureError(runsAlready);
          begun.resolve(undefined);
          return [await execute(found.schedule, run, found.runs)];
        });
        if (runs === null) throw new FailureError(runsAlready);
        return runs;
      });
      await Promise.race([begun.promise, ended]);
      return { ended };
    },
    /** Call before jobs are closed: runs that end with them restart at the next start. */
    beginClosing() {
      isClosing = true;
    },
    async ended() {
      await Promise.allSettled(active.values());
    },
  };
}

/** Matches failures that a retry may resolve: no folder, disk space, network or service. */
function isPassing(failure: Failure): boolean {
  return failure.code === 'file' || failure.code === 'storage' || isWorthRetrying(failure);
}

const runsAlready = {
  code: 'bad-arguments',
  message: 'This schedule is running already. Wait until the run has ended.',
} as const;
