import { z } from 'zod';
import {
  scheduleRunSchema,
  scheduleSchema,
  type Schedule,
  type ScheduleRun,
} from '../../../preload/contract/schedules.ts';
import { byName, documentsOf } from '../../store/documents.ts';
import type { UserStore } from '../../store/store.ts';
import type { DocumentChange } from '../../store/storeTypes.ts';

export interface ScheduleWithRuns {
  readonly schedule: Schedule;
  readonly runs: ScheduleRun[];
}

/** Schedules and their runs among the user's documents. */
export interface ScheduleDocuments {
  /** By name; `notices` says what could not be read. */
  read(): Promise<{ schedules: ScheduleWithRuns[]; notices: string[] }>;
  readAll(): Promise<ScheduleWithRuns[]>;
  find(scheduleId: string): Promise<ScheduleWithRuns | null>;
  write(schedule: Schedule): DocumentChange;
  /** Removes a schedule and its runs. */
  remove(found: ScheduleWithRuns): DocumentChange[];
  writeRun(run: ScheduleRun): DocumentChange;
  removeRun(runId: string): DocumentChange;
  /** A run that must not be there yet. */
  addition(run: ScheduleRun): Required<DocumentChange>;
}

const runKind = 'schedule-run';

export function scheduleDocuments(user: Pick<UserStore, 'listDocuments'>): ScheduleDocuments {
  const schedules = documentsOf(user, {
    kind: 'schedule',
    schema: scheduleSchema,
    one: 'schedule',
    many: 'schedules',
  });
  const runs = documentsOf(user, {
    kind: runKind,
    schema: scheduleRunSchema,
    one: 'run of a schedule',
    many: 'runs of schedules',
  });

  async function read(): Promise<{ schedules: ScheduleWithRuns[]; notices: string[] }> {
    const [stored, run] = await Promise.all([schedules.read().then(byName), runs.read()]);
    const runsOf = Map.groupBy(run.documents, ({ scheduleId }) => scheduleId);
    return {
      schedules: stored.documents.map((schedule) => ({ schedule, runs: runsOf.get(schedule.id) ?? [] })),
      notices: [...stored.notices, ...run.notices],
    };
  }

  return {
    read,
    readAll: async () => (await read()).schedules,
    find: async (scheduleId) =>
      (await read()).schedules.find(({ schedule }) => schedule.id === scheduleId) ?? null,
    write: schedules.write,
    remove: ({ schedule, runs: own }) => [
      schedules.remove(schedule.id),
      ...own.map(({ id }) => runs.remove(id)),
    ],
    writeRun: runs.write,
    removeRun: runs.remove,
    addition: (run) => ({ kind: runKind, id: run.id, value: z.json().parse(run) }),
  };
}
