import { FailureError } from '../../../preload/contract/failures.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import type { Schedule, scheduleCalls, ScheduleRun } from '../../../preload/contract/schedules.ts';
import type { FeatureCalls } from '../../platform/calls/callHandlers.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import { followTimeZone } from '../../platform/system/timeZone.ts';
import { stamped } from '../../store/documents.ts';
import type { UserStore } from '../../store/store.ts';
import { nextDue } from './dueTimes.ts';
import { scheduleDocuments, type ScheduleWithRuns } from './scheduleDocuments.ts';
import type { ScheduledWorkOptions } from './scheduledWork.ts';
import type { ScheduleRunner } from './scheduleRunner.ts';

interface SchedulesOptions extends ScheduledWorkOptions {
  readonly user: Pick<UserStore, 'listDocuments' | 'addDocument' | 'changeDocuments' | 'locks'>;
}

export type Schedules = ReturnType<typeof createSchedules>;

const lookIntervalMs = 20_000;

export function createSchedules(options: SchedulesOptions) {
  const { user, now, events, jobs } = options;
  const enqueue = createSerialQueue();
  const documents = scheduleDocuments(user);
  let running: Promise<ScheduleRunner> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  /** Loads the code of exports, which a start does not need. */
  function runner(): Promise<ScheduleRunner> {
    running ??= import('./scheduleRunner.ts').then(({ createScheduleRunner }) =>
      createScheduleRunner({ ...options, documents }),
    );
    return running;
  }

  const runDue = async (): Promise<ScheduleRun[]> => (await runner()).runDue();

  function look(): void {
    clearTimeout(timer);
    if (!isStarted) return;
    timer = setTimeout(look, lookIntervalMs);
    followTimeZone();
    runDue().catch((error: unknown) => events.emit('backgroundError', 'schedules', error));
  }

  async function find(id: string): Promise<ScheduleWithRuns> {
    const found = await documents.find(id);
    if (found === null) throw new FailureError(noSuchSchedule);
    return found;
  }

  const calls: FeatureCalls<Omit<typeof scheduleCalls, 'chooseScheduleFile'>> = {
    async listSchedules() {
      const { schedules, notices } = await documents.read();
      return {
        schedules: schedules.map(({ schedule, runs }) => ({
          schedule,
          nextAt: schedule.on ? nextDue(schedule.times, now()) : null,
          last: runs.toSorted(latestFirst)[0] ?? null,
        })),
        notices,
      };
    },
    listScheduleRuns: async ({ id }) => (await find(id)).runs.toSorted(latestFirst),
    saveSchedule: ({ id, content }) =>
      enqueue(async () => {
        const before = id === undefined ? undefined : (await find(id)).schedule;
        const isSame = before !== undefined && timesKey(before) === timesKey(content);
        const schedule: Schedule = {
          ...stamped(content, now(), before),
          dueAfter: isSame ? before.dueAfter : now(),
        };
        await user.changeDocuments([documents.write(schedule)]);
        events.emit('scheduleChanged', { id: schedule.id });
        return schedule;
      }),
    removeSchedule: ({ id }) =>
      enqueue(async () => {
        await user.changeDocuments(documents.remove(await find(id)));
        events.emit('scheduleChanged', { id });
        return undefined;
      }),
    async runSchedule({ id }) {
      await find(id);
      const { ended } = await (await runner()).runNow(id);
      ended.catch((error: unknown) => events.emit('backgroundError', 'schedules', error));
      return undefined;
    },
  };

  return {
    calls,
    runDue,
    start() {
      isStarted = true;
      // The first rows of the window come first.
      timer = setTimeout(look, lookIntervalMs);
    },
    nudge: look,
    /** Stops running schedules; they restart at the next start. */
    async close() {
      isStarted = false;
      clearTimeout(timer);
      const begun = await running;
      begun?.beginClosing();
      await jobs.close();
      await begun?.ended();
    },
  };
}

function timesKey({ times, on }: Pick<Schedule, 'times' | 'on'>): string {
  return canonicalJson({ times, on });
}

function latestFirst(a: ScheduleRun, b: ScheduleRun): number {
  return b.dueAt - a.dueAt;
}

const noSuchSchedule = {
  code: 'not-found',
  message: 'This schedule no longer exists. Make a new one.',
} as const;
