import { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { defaultOptions } from '../../../../../preload/contract/exports.ts';
import type {
  Schedule,
  ScheduleContent,
  ScheduledWork,
  ScheduleFile,
} from '../../../../../preload/contract/schedules.ts';
import { hourMs } from '../../../../../preload/contract/days.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import { createSchedules, type Schedules } from '../../../../../main/features/schedules/schedules.ts';
import {
  fileReader,
  narrowedToFiles,
} from '../../../../../main/features/watchlists/walletImport/valueFiles.ts';
import type { Services } from '../../../../../main/services.ts';
import { openTestServices } from '../../../../support/testServices.ts';
import type { ServiceProcess } from '../../../../support/sampleService.ts';

/** The services of the app over a folder, and schedules whose clock a test sets. */
export interface ScheduleBench extends AsyncDisposable {
  readonly services: Services;
  readonly events: AppEvents;
  readonly connectionId: string;
  readonly schedules: Schedules;
  /** Sets the clock of the schedules ahead by so much. */
  forward(ms: number): void;
  now(): number;
}

export async function openBench(folder: string, service: ServiceProcess): Promise<ScheduleBench> {
  const events = new EventEmitter() as AppEvents;
  const services = await openTestServices(folder, { events });
  const { id: connectionId } = await services.connections.connect(service.url, service.key);
  let shift = 0;
  const now = (): number => Date.now() + shift;
  const schedules = createSchedules({
    user: services.store.user,
    jobs: services.jobs,
    exports: services.exports,
    savedQueries: services.savedQueries,
    syncs: services.syncs,
    runMirror: (mirrorId, control) => services.mirrors.runOnce(mirrorId, control),
    narrowed: (resource, query, lists) => narrowedToFiles(resource, query, lists, fileReader),
    events,
    now,
  });
  return {
    services,
    events,
    connectionId,
    schedules,
    now,
    forward(ms) {
      shift += ms;
    },
    async [Symbol.asyncDispose]() {
      await schedules.close();
      await services.close();
    },
  };
}

export function exportOf(
  connectionId: string,
  file: Partial<ScheduleFile> & { path: string },
  resource: 'assets' | 'networks' | 'transactions' = 'networks',
): ScheduledWork {
  return {
    kind: 'export',
    request: {
      connectionId,
      scope: { kind: 'query', resource, query: {} },
      format: 'csv',
      columns: ['id', 'name'],
      options: defaultOptions('csv'),
    },
    file: { existing: 'keep', ...file },
  };
}

/** The time of day in so many milliseconds from now, in minutes: half a period away, no other run falls due while a test works. */
export function minuteOfDayIn(ms: number): number {
  const time = new Date(Date.now() + ms);
  return time.getHours() * 60 + time.getMinutes();
}

export function contentOf(work: ScheduledWork, change: Partial<ScheduleContent> = {}): ScheduleContent {
  return {
    name: 'Networks each hour',
    work,
    times: { kind: 'hourly', minute: minuteOfDayIn(hourMs / 2) % 60 },
    on: true,
    waitMinutes: 10,
    late: 'fail',
    ...change,
  };
}

/** Stores a schedule as if it had been made so long ago, while nothing ran since. */
export async function saveEarlier(
  { services }: Pick<ScheduleBench, 'services'>,
  content: ScheduleContent,
  ms: number,
): Promise<Schedule> {
  const saved = await services.schedules.calls.saveSchedule({ content });
  return asIfEarlier(services, saved, ms);
}

/** Lets a schedule be due for what has passed in so long. */
export async function asIfEarlier(services: Services, saved: Schedule, ms: number): Promise<Schedule> {
  const schedule = { ...saved, dueAfter: saved.dueAfter - ms };
  await services.store.user.changeDocuments([
    { kind: 'schedule', id: schedule.id, value: z.json().parse(schedule) },
  ]);
  return schedule;
}

/** The names in a folder, in their order. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}

export function under(folder: string, name: string): string {
  return path.join(folder, name);
}
