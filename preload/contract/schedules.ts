import { z } from 'zod';
import { call, connectionId, documentName, event, resource } from './call.ts';
import { exportFormats, exportOptionsSchema, exportRequestSchema } from './exports.ts';
import { failureCodes } from './failures.ts';
import { mirrorId } from './mirrors.ts';
import { querySchema } from './querySchema.ts';
import { savedQueryId } from './savedQueries.ts';
import { valueFilesSchema } from './valueFiles.ts';

const scheduleId = z.string().min(1).max(100);

/** Minutes after midnight. */
const timeOfDay = z.int().min(0).max(1439);

/** Starts on Monday, as ISO 8601 does. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The last day that every month has. */
export const lastDayOfMonth = 28;

/** In local time. */
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

const scheduleFileSchema = z.strictObject({
  /** An absolute path. `{date}` and `{time}` in its name stand for the due time. */
  path: z.string().trim().min(1, 'Choose a file.').max(4000),
  /** `keep` appends a number. */
  existing: z.enum(['keep', 'replace']),
});
export type ScheduleFile = z.infer<typeof scheduleFileSchema>;

const scheduledWorkSchema = z.discriminatedUnion('kind', [
  /** Each run resolves relative dates. */
  z.strictObject({
    kind: z.literal('export'),
    request: exportRequestSchema
      .refine(
        ({ scope }) => scope.kind !== 'table',
        'The figures of a view cannot be scheduled: they would always be the same.',
      )
      .refine(
        ({ scope }) => scope.kind !== 'records',
        'Chosen records are written from the cache. To schedule their export, filter the list for them.',
      ),
    file: scheduleFileSchema,
    /** Files are read on each run. */
    lists: valueFilesSchema.optional(),
  }),
  /** Uses the saved query as of each run. */
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
    /** Files are read on each run. */
    lists: valueFilesSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('mirror'), mirrorId }),
]);
export type ScheduledWork = z.infer<typeof scheduledWorkSchema>;

export const scheduleContentSchema = z.strictObject({
  name: documentName,
  work: scheduledWorkSchema,
  times: scheduleTimesSchema,
  on: z.boolean(),
  /** Longest wait for the request limit, from the start of a run; null is unlimited. */
  waitMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .nullable(),
  /** After that wait a run fails, or delivers cached data with their age. */
  late: z.enum(['fail', 'deliver']),
});
export type ScheduleContent = z.infer<typeof scheduleContentSchema>;

export const scheduleSchema = scheduleContentSchema.extend({
  id: scheduleId,
  createdAt: z.number(),
  changedAt: z.number(),
  /** When the schedule was created, enabled or changed; earlier times are not due. */
  dueAfter: z.number(),
});
export type Schedule = z.infer<typeof scheduleSchema>;

/** A due time has one run. */
export const scheduleRunSchema = z.strictObject({
  id: z.string().min(1).max(200),
  scheduleId,
  /** Start time for a manual run. */
  dueAt: z.number(),
  manual: z.boolean(),
  /** `retrying` starts again at `retryAt`. */
  state: z.enum(['running', 'retrying', 'done', 'failed', 'canceled']),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  missed: z.int().min(0),
  /** After a failure or the end of its process. */
  retries: z.int().min(0),
  retryAt: z.number().nullable(),
  path: z.string().nullable(),
  /** Noted before the files get their names, to recognize them after a crash; empty for a folder. */
  written: z.array(z.object({ path: z.string(), sha256: z.string() })),
  rows: z.int().nullable(),
  /** False if records may be missing. */
  complete: z.boolean().nullable(),
  fetchedFrom: z.number().nullable(),
  note: z.string().nullable(),
  failure: z
    .object({ code: z.enum(failureCodes), message: z.string(), detail: z.string().optional() })
    .nullable(),
});
export type ScheduleRun = z.infer<typeof scheduleRunSchema>;

export interface ShownSchedule {
  readonly schedule: Schedule;
  readonly nextAt: number | null;
  readonly last: ScheduleRun | null;
}

export const scheduleCalls = {
  listSchedules: call().returns<{ readonly schedules: ShownSchedule[]; readonly notices: string[] }>(),
  /** Latest first. */
  listScheduleRuns: call({ id: scheduleId }).returns<ScheduleRun[]>(),
  saveSchedule: call({ id: scheduleId.optional(), content: scheduleContentSchema }).returns<Schedule>(),
  removeSchedule: call({ id: scheduleId }).returns<undefined>(),
  /** Returns after the start. */
  runSchedule: call({ id: scheduleId }).returns<undefined>(),
  chooseScheduleFile: call({
    format: z.enum(exportFormats),
    isFolder: z.boolean(),
    proposed: z.string().min(1).max(200),
  }).returns<string | null>(),
} as const;

export const scheduleEvents = {
  scheduleChanged: event<{ readonly id: string }>(),
} as const;
