import { minuteMs } from '../../../preload/contract/days.ts';
import { FailureError, failureOf, type Failure } from '../../../preload/contract/failures.ts';
import type { Schedule, ScheduleRun } from '../../../preload/contract/schedules.ts';
import { isWorthRetrying } from '../../data-service/failures.ts';
import type { UserStore } from '../../store/store.ts';
import { newRun, nextStep } from './nextStep.ts';
import type { ScheduleDocuments } from './scheduleDocuments.ts';
import { createScheduledWork, type ScheduledWorkOptions } from './scheduledWork.ts';
import { removeOldFiles } from './scheduleFiles.ts';

export interface ScheduleRunnerOptions extends ScheduledWorkOptions {
  readonly user: Pick<UserStore, 'addDocument' | 'changeDocuments' | 'locks'>;
  readonly documents: ScheduleDocuments;
}

/**
 * Runs schedules. A run holds the lock of its schedule, so that no other process looks at it meanwhile, and its record is stored before
 * it begins: what a killed process leaves as running is begun again once, under the same due time.
 */
export interface ScheduleRunner {
  /** Begins everything that is due, and resolves with those runs when they have ended. */
  runDue(): Promise<ScheduleRun[]>;
  /** Begins a run of its own. @throws FailureError where the schedule is running already */
  runNow(scheduleId: string): Promise<{ ended: Promise<ScheduleRun[]> }>;
  /** To be called before jobs are closed: what these end is begun again at the next start. */
  beginClosing(): void;
  /** Resolves when no run is under way. */
  ended(): Promise<void>;
}

/** How long after a failure a run is begun again, one number for each time. */
const retryAfterMinutes = [5, 15, 60];

/** Of each schedule so many runs stay, and those whose files may have to be removed. */
const maxRuns = 50;

export function createScheduleRunner(options: ScheduleRunnerOptions): ScheduleRunner {
  const { user, documents, now, events } = options;
  const work = createScheduledWork(options);
  const active = new Map<string, Promise<ScheduleRun[]>>();
  let isClosing = false;

  /** Holds the lock of a schedule while `work` reads and runs it. Returns null where another process holds it. */
  async function alone<Value>(scheduleId: string, work: () => Promise<Value>): Promise<Value | null> {
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
    const { ended, run, isNew } = nextStep(found.schedule, found.runs, now());
    await store(ended);
    if (run === null || isClosing) return ended;
    if (isNew && !(await user.addDocument(documents.addition(run)))) return ended;
    if (!isNew) await store([run]);
    return [...ended, await execute(found.schedule, run)];
  }

  async function store(runs: readonly ScheduleRun[]): Promise<void> {
    if (runs.length === 0) return;
    await user.changeDocuments(runs.map(documents.writeRun));
    for (const id of new Set(runs.map(({ scheduleId }) => scheduleId)))
      events.emit('scheduleChanged', { id });
  }

  async function execute(schedule: Schedule, begun: ScheduleRun): Promise<ScheduleRun> {
    let run = begun;
    const save = async (part: Partial<ScheduleRun>): Promise<void> => {
      run = { ...run, ...part };
      await store([run]);
    };
    events.emit('scheduleChanged', { id: schedule.id });
    try {
      const result = await work(schedule, run, save);
      await save({ ...result, state: 'done', endedAt: now(), retryAt: null, failure: null });
    } catch (error) {
      // The app ends: that is no failure, and the run is begun again at the next start.
      if (isClosing) {
        await save({ begun: run.begun - 1 });
        return run;
      }
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
    return { state: code === 'cancelled' ? 'cancelled' : 'failed', failure, endedAt: now(), retryAt: null };
  }

  /** Removes files and records that need not stay any longer. */
  async function removeOld({ id, scheduleId }: ScheduleRun): Promise<void> {
    try {
      const found = await documents.find(scheduleId);
      // The schedule was deleted meanwhile.
      if (found === null) return await user.changeDocuments([documents.removeRun(id)]);
      const { schedule, runs } = found;
      const file = 'file' in schedule.work ? schedule.work.file : null;
      const gone = file === null ? [] : await removeOldFiles(options.exports, runs, file);
      await store(gone);
      const mayOwnFiles = file !== null && file.keepLast !== null;
      const forgotten = runs
        .toSorted((a, b) => b.dueAt - a.dueAt)
        .slice(maxRuns)
        .filter((run) => !mayOwnFiles || run.state !== 'done' || run.removed);
      if (forgotten.length > 0)
        await user.changeDocuments(forgotten.map((run) => documents.removeRun(run.id)));
    } catch (error) {
      // The run itself went well; what could not be removed is looked at again after the next one.
      events.emit('backgroundError', 'schedules', error);
    }
  }

  return {
    async runDue() {
      const all = await documents.readAll();
      const due = all.filter(({ schedule, runs }) => {
        if (active.has(schedule.id) || isClosing) return false;
        const { run, ended } = nextStep(schedule, runs, now());
        return run !== null || ended.length > 0;
      });
      const ended = due.map(({ schedule: { id } }) =>
        begin(id, async () => (await alone(id, () => runStep(id))) ?? []),
      );
      return (await Promise.all(ended)).flat();
    },
    async runNow(scheduleId) {
      const begun = Promise.withResolvers<undefined>();
      if (active.has(scheduleId)) throw new FailureError(runsAlready);
      const ended = begin(scheduleId, async () => {
        const runs = await alone(scheduleId, async () => {
          const found = await documents.find(scheduleId);
          if (found === null) return [];
          const at = now();
          const run = newRun(found.schedule, { dueAt: at, now: at, manual: true });
          if (!(await user.addDocument(documents.addition(run)))) throw new FailureError(runsAlready);
          begun.resolve(undefined);
          return [await execute(found.schedule, run)];
        });
        if (runs === null) throw new FailureError(runsAlready);
        return runs;
      });
      await Promise.race([begun.promise, ended]);
      return { ended };
    },
    beginClosing() {
      isClosing = true;
    },
    async ended() {
      await Promise.allSettled(active.values());
    },
  };
}

/** True for what another try may find gone: no folder, no disk space, no network, a service that is down. */
function isPassing(failure: Failure): boolean {
  return failure.code === 'file' || failure.code === 'storage' || isWorthRetrying(failure);
}

const runsAlready = {
  code: 'bad-arguments',
  message: 'This schedule is running already. Wait until the run has ended.',
} as const;
