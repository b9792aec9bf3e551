import { z } from 'zod';
import { call, connectionId, event, resource } from './call.ts';
import { exportFormats, exportOptionsSchema, exportRequestSchema } from './exports.ts';
import { failureCodes } from './failures.ts';
import { mirrorId } from './mirrors.ts';
import { querySchema } from './querySchema.ts';
import { savedQueryId } from './savedQueries.ts';
import { valueFilesSchema } from './valueFiles.ts';

/** Schedules: exports, saved queries, syncs and mirrors that run by themselves at set times. */

export const scheduleId = z.string().min(1).max(100);

/** Minutes after midnight. */
const timeOfDay = z.int().min(0).max(1439);

/** Monday first. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The days of a month that every month has. */
export const lastDayOfMonth = 28;

/** When a schedule is due, on the clock of this computer. */
export const scheduleTimesSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hourly'), minute: z.int().min(0).max(59) }),
  z.strictObject({ kind: z.literal('daily'), at: timeOfDay }),
  /** 1 is Monday. */
  z.strictObject({ kind: z.literal('weekly'), weekday: z.int().min(1).max(7), at: timeOfDay }),
  z.strictObject({
    kind: z.literal('monthly'),
    day: z.union([z.int().min(1).max(lastDayOfMonth), z.literal('last')]),
    at: timeOfDay,
  }),
]);
export type ScheduleTimes = z.infer<typeof scheduleTimesSchema>;

/** The file that each run writes. */
const scheduleFileSchema = z.strictObject({
  /** Absolute. `{date}` and `{time}` in its name are those of the due time. */
  path: z.string().trim().min(1, 'Choose a file.').max(4000),
  /** `keep`: a number is added to a name that is taken. */
  existing: z.enum(['keep', 'replace']),
});
export type ScheduleFile = z.infer<typeof scheduleFileSchema>;

const scheduledWorkSchema = z.discriminatedUnion('kind', [
  /** Its moving dates are those of each run. */
  z.strictObject({
    kind: z.literal('export'),
    request: exportRequestSchema.refine(
      ({ scope }) => scope.kind !== 'table',
      'The figures of a view cannot be scheduled: they would always be the same.',
    ),
    file: scheduleFileSchema,
    /** Read at each run. */
    lists: valueFilesSchema.optional(),
  }),
  /** The list of a saved query, as it is saved at the time of each run. */
  z.strictObject({
    kind: z.literal('savedQuery'),
    connectionId,
    savedQueryId,
    format: z.enum(exportFormats),
    options: exportOptionsSchema,
    file: scheduleFileSchema,
  }),
  z.strictObject({
    kind: z.literal('sync'),
    connectionId,
    resource,
    query: querySchema,
    /** Read at each run. */
    lists: valueFilesSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('mirror'), mirrorId }),
]);
export type ScheduledWork = z.infer<typeof scheduledWorkSchema>;

export const scheduleContentSchema = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(200, 'must not be longer than 200 characters'),
  work: scheduledWorkSchema,
  times: scheduleTimesSchema,
  on: z.boolean(),
  /** A run waits so long for the request limit, from its begin; null for as long as it takes. */
  waitMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .nullable(),
  /** What a run does that has waited so long: it fails, or writes what is cached, with its age. */
  late: z.enum(['fail', 'deliver']),
});
export type ScheduleContent = z.infer<typeof scheduleContentSchema>;

export const scheduleSchema = scheduleContentSchema.extend({
  id: scheduleId,
  createdAt: z.number(),
  changedAt: z.number(),
  /** Only times after this one are due: when the schedule was made, turned on, or given other times. */
  dueAfter: z.number(),
});
export type Schedule = z.infer<typeof scheduleSchema>;

/** One run of a schedule. There is never more than one for a due time. */
export const scheduleRunSchema = z.strictObject({
  id: z.string().min(1).max(200),
  scheduleId,
  /** The time that it was due at; for one that the user started, when it was started. */
  dueAt: z.number(),
  /** True where the user started it. */
  manual: z.boolean(),
  /** `retrying`: it failed, and begins again at `retryAt`. */
  state: z.enum(['running', 'retrying', 'done', 'failed', 'cancelled']),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** Due times before this one that passed while nothing could run. */
  missed: z.int().min(0),
  /** How often it was begun again: after a failure, or because its process ended. */
  retries: z.int().min(0),
  retryAt: z.number().nullable(),
  /** The file, and what was written into it. */
  path: z.string().nullable(),
  /** The files that it wrote, noted before each got its name; none in a folder. By them the run knows what it wrote before it was killed, and a later one what this one wrote. */
  written: z.array(z.object({ path: z.string(), sha256: z.string() })),
  rows: z.int().nullable(),
  /** False where other records may exist. */
  complete: z.boolean().nullable(),
  /** When the oldest of its figures was fetched; null where that is not known. */
  fetchedFrom: z.number().nullable(),
  /** What is to be said of how it went, in a sentence. */
  note: z.string().nullable(),
  failure: z
    .object({ code: z.enum(failureCodes), message: z.string(), detail: z.string().optional() })
    .nullable(),
});
export type ScheduleRun = z.infer<typeof scheduleRunSchema>;

/** A schedule as the window and the command line list it. */
export interface ShownSchedule {
  readonly schedule: Schedule;
  /** When it is due next; null where it is off. */
  readonly nextAt: number | null;
  /** Null before the first run. */
  readonly last: ScheduleRun | null;
}

export const scheduleCalls = {
  listSchedules: call().returns<{ readonly schedules: ShownSchedule[]; readonly notices: string[] }>(),
  /** The latest runs of a schedule, the latest first. */
  listScheduleRuns: call({ id: scheduleId }).returns<ScheduleRun[]>(),
  /** Keeps a schedule: a new one without `id`, else in place of the one with this id. */
  saveSchedule: call({ id: scheduleId.optional(), content: scheduleContentSchema }).returns<Schedule>(),
  removeSchedule: call({ id: scheduleId }).returns<undefined>(),
  /** Runs a schedule now, beside its due times. Returns once it has begun. */
  runSchedule: call({ id: scheduleId }).returns<undefined>(),
  /** Asks for the file of a schedule; null where the user chose none. */
  chooseScheduleFile: call({
    format: z.enum(exportFormats),
    isFolder: z.boolean(),
    proposed: z.string().min(1).max(200),
  }).returns<string | null>(),
} as const;

export const scheduleEvents = {
  /** A schedule or one of its runs has changed: list them again. */
  scheduleChanged: event<{ readonly id: string }>(),
} as const;
