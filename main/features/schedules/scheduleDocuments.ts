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

export type ScheduleDocuments = ReturnType<typeof scheduleDocuments>;

const runKind = 'schedule-run';

export function scheduleDocuments(user: Pick<UserStore, 'listDocuments'>) {
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
    find: async (scheduleId: string) =>
      (await read()).schedules.find(({ schedule }) => schedule.id === scheduleId) ?? null,
    write: schedules.write,
    remove: ({ schedule, runs: own }: ScheduleWithRuns) => [
      schedules.remove(schedule.id),
      ...own.map(({ id }) => runs.remove(id)),
    ],
    writeRun: runs.write,
    removeRun: runs.remove,
    addition: (run: ScheduleRun): Required<DocumentChange> => ({
      kind: runKind,
      id: run.id,
      value: z.json().parse(run),
    }),
  };
}
