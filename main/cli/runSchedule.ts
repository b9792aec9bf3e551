import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { errorText, FailureError } from '../../preload/contract/failures.ts';
import { scheduleText } from '../../preload/contract/scheduleText.ts';
import {
  scheduleContentSchema,
  type ScheduledWork,
  type ScheduleRun,
  type ShownSchedule,
} from '../../preload/contract/schedules.ts';
import { openLog, type OpenLog } from '../features/exports/wholeFile.ts';
import { pause } from '../jobs/waitForRateLimit.ts';
import type { Services } from '../services.ts';
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { jsonLine, print, remark } from './output.ts';
import { waitSayer } from './progress.ts';
import { exportRequest } from './runExport.ts';
import { chooseConnection, keyVariable, type TaskEnvironment } from './source.ts';
import type { ScheduleRunTask, ScheduleSaveTask, ScheduleTask } from './commands/schedule.ts';
import type { ExportTask } from './commands/exports.ts';
import type { MirrorTask } from './commands/mirror.ts';
import type { SyncTask } from './commands/records.ts';
import { readInput } from './readInput.ts';
import { readMirrorSubject } from './runMirror.ts';
import { subjectKey } from '../features/mirrors/mirrors.ts';
import { narrowedToFiles } from '../features/watchlists/walletImport/valueFiles.ts';
import type { ValueFiles } from '../../preload/contract/valueFiles.ts';

export async function runScheduleTask(task: ScheduleTask, environment: TaskEnvironment): Promise<ExitCode> {
  const { services } = environment;
  const { calls } = services.schedules;
  switch (task.do) {
    case 'schedule-run':
      return runSchedules(environment, task);
    case 'schedule-list': {
      const { schedules, notices } = await calls.listSchedules(undefined);
      for (const shown of schedules) await printSchedule(shown);
      for (const notice of notices) remark(notice);
      return exitCodes.done;
    }
    case 'schedule-remove': {
      const { schedule } = await findSchedule(services, task.name);
      await calls.removeSchedule({ id: schedule.id });
      remark(`“${schedule.name}” was removed.`);
      return exitCodes.done;
    }
    case 'schedule-add':
    case 'schedule-edit': {
      const id = await saveSchedule(task, environment);
      await printSchedule(await findSchedule(services, id));
      return exitCodes.done;
    }
  }
}

async function printSchedule({ schedule, nextAt, last }: ShownSchedule): Promise<void> {
  const { id, name, on, work, times } = schedule;
  await print({
    id,
    name,
    on,
    runs: work.kind,
    when: scheduleText(times),
    next: nextAt === null ? null : new Date(nextAt).toISOString(),
    last: last === null ? null : lineOf(last, name),
  });
}

/** @throws FailureError `not-found` if one is required, UsageError if several have the name */
async function findSchedule(services: Services, name: string, must?: true): Promise<ShownSchedule>;
async function findSchedule(
  services: Services,
  name: string,
  must: boolean,
): Promise<ShownSchedule | undefined>;
async function findSchedule(
  { schedules }: Services,
  name: string,
  must = true,
): Promise<ShownSchedule | undefined> {
  const all = (await schedules.calls.listSchedules(undefined)).schedules;
  const byId = all.filter(({ schedule }) => schedule.id === name);
  const isNamed = (text: string): boolean => text.toLowerCase() === name.toLowerCase();
  const [found, second] = byId.length > 0 ? byId : all.filter(({ schedule }) => isNamed(schedule.name));
  if (second !== undefined) throw new UsageError(`Several schedules are named “${name}”. Use the id of one.`);
  if (found !== undefined || !must) return found;
  throw new FailureError({ code: 'not-found', message: `There is no schedule “${name.slice(0, 100)}”.` });
}

async function saveSchedule(
  { do: kind, name, change, work, replace, baseUrl }: ScheduleSaveTask,
  { services, hasKey }: TaskEnvironment,
): Promise<string> {
  const isEdited = kind === 'schedule-edit';
  const before = (await findSchedule(services, name, isEdited))?.schedule;
  if (before !== undefined && !isEdited && !replace)
    throw new UsageError(
      `There is a schedule “${before.name}”. Add --replace to put this one in its place, or change it with “schedule edit”.`,
    );
  const content = scheduleContentSchema.strip().safeParse({
    ...(isEdited ? before : { ...newSchedule, name }),
    ...(work && {
      work: await scheduledWork(
        services,
        await chooseConnection(services.connections, { baseUrl, hasKey }),
        work,
        name,
      ),
    }),
    ...change,
  });
  if (!content.success) {
    const [issue] = content.error.issues;
    throw new UsageError(
      work === undefined && !isEdited
        ? 'Add after -- what the schedule runs: an export, a sync or a mirror.'
        : `The schedule does not fit: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
    );
  }
  const saved = await services.schedules.calls.saveSchedule({
    ...(before === undefined ? {} : { id: before.id }),
    content: content.data,
  });
  return saved.id;
}

const newSchedule = { on: true, waitMinutes: 60, late: 'fail' } as const;

async function scheduledWork(
  services: Services,
  connectionId: string,
  work: NonNullable<ScheduleSaveTask['work']>,
  name: string,
): Promise<ScheduledWork> {
  await storeConnection(services, connectionId);
  if (work.do === 'mirror')
    return { kind: 'mirror', mirrorId: await mirrorOf(services, connectionId, work, name) };
  const lists = await listsOf(work);
  if (work.do === 'sync')
    return { kind: 'sync', connectionId, resource: work.resource, query: work.query, ...lists };
  const request = await exportRequest(services, connectionId, work);
  return {
    kind: 'export',
    request,
    file: { path: resolve(work.out), existing: work.force ? 'replace' : 'keep' },
    ...lists,
  };
}

/** Makes the paths of `--wallets` and `--in` absolute and checks the files. @throws FailureError */
async function listsOf({
  resource,
  query,
  wallets,
  in: fields,
}: ExportTask | SyncTask): Promise<{ lists?: ValueFiles }> {
  if (wallets === undefined && fields.length === 0) return {};
  if ([wallets, ...fields.map(({ file }) => file)].includes('-'))
    throw new UsageError('A schedule has no standard input. Name a file.');
  const lists = {
    ...(wallets === undefined ? {} : { wallets: resolve(wallets) }),
    in: fields.map(({ field, file }) => ({ field, file: resolve(file) })),
  };
  await narrowedToFiles(resource, query, lists, { text: readInput, say: remark });
  return { lists };
}

/** @returns the id of the stored mirror of this target, or of a new one with the schedule's name */
async function mirrorOf(
  { mirrors, savedQueries }: Services,
  connectionId: string,
  { subject = '', query, to: address, days }: MirrorTask,
  name: string,
): Promise<string> {
  const { calls } = mirrors;
  const copied = { connectionId, ...(await readMirrorSubject(subject, query.filter, savedQueries)), address };
  const stored = (await calls.listMirrors(undefined)).mirrors.find(
    ({ mirror }) => subjectKey(mirror) === subjectKey(copied) && mirror.days === days,
  );
  if (stored !== undefined) return stored.mirror.id;
  const content = { name, ...copied, days, everyMinutes: null };
  return (await calls.saveMirror({ content })).mirror.id;
}

/** Stores a connection that only this command knows, for scheduled runs. */
async function storeConnection({ connections, store }: Services, connectionId: string): Promise<void> {
  if ((await connections.list()).some(({ id }) => id === connectionId)) return;
  const { id, name, baseUrl } = (await connections.open(connectionId)).connection;
  await store.user.saveConnection({ id, name, baseUrl });
}

const lookIntervalMs = 10_000;

/** A stopped run restarts with the next command, or in the app. */
async function runSchedules(
  { services: { schedules }, events, signal }: TaskEnvironment,
  { watch, log, onFailure }: ScheduleRunTask,
): Promise<ExitCode> {
  const waits = new Map<string, ReturnType<typeof waitSayer>>();
  events.on('jobChanged', (job) => {
    const say = waits.get(job.id) ?? waitSayer(job.title);
    waits.set(job.id, say);
    say(job);
  });
  // Before any run, so that an unwritable log is reported at once.
  using opened = await openRunLog(log, signal);
  signal.addEventListener('abort', () => void schedules.close());
  const names = new Map<string, string>();
  const look = async (): Promise<ScheduleRun[]> => {
    for (const { schedule } of (await schedules.calls.listSchedules(undefined)).schedules)
      names.set(schedule.id, schedule.name);
    const runs = await schedules.runDue();
    for (const run of runs) {
      const line = lineOf(run, names.get(run.scheduleId) ?? run.scheduleId);
      await print(line);
      await opened?.add(`${jsonLine(line)}\n`);
      if (run.retryAt !== null)
        remark(`${line.schedule}: ${run.failure?.message ?? ''} The next try is at ${line.retryAt ?? ''}.`);
      if (onFailure !== undefined && hasFailed(run)) await tellFailure(onFailure, jsonLine(line), signal);
    }
    return runs;
  };
  if (!watch) {
    const runs = await look();
    if (signal.aborted) return exitCodes.failure;
    const failing = (await schedules.calls.listSchedules(undefined)).schedules.flatMap(
      ({ schedule: { on, name }, last }) => {
        if (!on || last === null || !hasFailed(last)) return [];
        if (!runs.some(({ scheduleId }) => scheduleId === last.scheduleId))
          remark(`${name} has not succeeded since it failed: ${last.failure?.message ?? ''}`);
        return [last];
      },
    );
    return exitCodeOfRuns([...runs, ...failing]);
  }
  while (!signal.aborted) {
    look().catch((error: unknown) => remark(errorText(error)));
    await pause(lookIntervalMs, signal).catch(() => undefined);
  }
  return exitCodes.done;
}

function hasFailed({ state }: ScheduleRun): boolean {
  return state === 'failed' || state === 'retrying';
}

/** @throws UsageError */
async function openRunLog(path: string | undefined, signal: AbortSignal): Promise<OpenLog | null> {
  if (path === undefined) return null;
  const asUsage = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      signal.throwIfAborted();
      throw new UsageError(`${path} cannot be written: ${errorText(error)}.`);
    }
  };
  const log = await asUsage(openLog(path, signal));
  return { ...log, add: (text) => asUsage(log.add(text)) };
}

/** Runs a command in a shell, without the key; its output goes to standard error. */
async function tellFailure(command: string, line: string, signal: AbortSignal): Promise<void> {
  const { [keyVariable]: _, ...env } = process.env;
  try {
    const child = spawn(command, { shell: true, env, signal, stdio: ['pipe', 2, 2] });
    // A command need not read its input.
    child.stdin?.on('error', () => undefined).end(`${line}\n`);
    await once(child, 'exit');
    if (child.exitCode !== 0) remark(`The command of --on-failure ended with ${String(child.exitCode)}.`);
  } catch (error) {
    remark(`The command of --on-failure cannot be run: ${errorText(error)}.`);
  }
}

function lineOf(run: ScheduleRun, name: string) {
  const { dueAt, state, missed, manual, path, rows, complete, retryAt, note, failure } = run;
  return {
    schedule: name,
    due: new Date(dueAt).toISOString(),
    state,
    missed,
    ...(manual ? { manual } : {}),
    path,
    rows,
    complete,
    fetchedFrom: run.fetchedFrom === null ? null : new Date(run.fetchedFrom).toISOString(),
    ...(retryAt === null ? {} : { retryAt: new Date(retryAt).toISOString() }),
    ...(note === null ? {} : { note }),
    ...(failure === null ? {} : { failure: failure.message, code: failure.code }),
  };
}

function exitCodeOfRuns(runs: readonly ScheduleRun[]): ExitCode {
  const [failed] = runs.flatMap(({ state, failure }) =>
    state === 'done' || failure === null ? [] : failure,
  );
  if (failed !== undefined) return exitCodeOf(failed.code);
  return runs.some(({ complete }) => complete === false) ? exitCodes.partial : exitCodes.done;
}
