import { access, constants } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { counted } from '../../../preload/contract/counted.ts';
import type { ResolvedExport } from '../../../preload/contract/exports.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import { braces, movingDatePattern, resolveMovingDates } from '../../../preload/contract/movingDates.ts';
import { serviceFilter, type Query } from '../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { ValueFiles } from '../../../preload/contract/valueFiles.ts';
import type { SavedQuery } from '../../../preload/contract/savedQueries.ts';
import type {
  Schedule,
  ScheduledWork,
  ScheduleFile,
  ScheduleRun,
} from '../../../preload/contract/schedules.ts';
import { columnsWithMembers, shownMembers } from '../../../preload/contract/viewColumns.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import { numberedPath } from '../../platform/system/fileNames.ts';
import type { Exports } from '../exports/exports.ts';
import type { ExportRunOptions } from '../exports/preparedExport.ts';
import type { JobControl, Jobs, JobStart } from '../../jobs/jobs.ts';
import type { SavedQueryStore } from '../savedQueries/savedQueries.ts';
import type { Syncs } from '../../sync/syncs.ts';
import { readLayouts } from '../../store/layouts.ts';
import type { UserStore } from '../../store/store.ts';
import { limitWait } from './limitWait.ts';
import { fileFailure } from '../exports/wholeFile.ts';

export interface ScheduledWorkOptions {
  readonly jobs: Jobs;
  readonly exports: Pick<Exports, 'run' | 'isOneOf'>;
  readonly savedQueries: Pick<SavedQueryStore, 'list'>;
  readonly syncs: (connectionId: string) => Promise<Syncs>;
  readonly runMirror: (mirrorId: string, control: JobControl) => Promise<MirrorRun>;
  readonly narrowed: (resource: ResourceName, query: Query, lists: ValueFiles) => Promise<Query>;
  readonly user: Pick<UserStore, 'listDocuments'>;
  readonly events: AppEvents;
  readonly now: () => number;
}

interface MirrorRun {
  readonly records: number;
  readonly complete: boolean;
  readonly notes: readonly string[];
}

type RunResult = Partial<Pick<ScheduleRun, 'path' | 'rows' | 'complete' | 'fetchedFrom' | 'note'>>;

interface FilesOfRuns {
  readonly before: readonly ScheduleRun[];
  readonly noteFile: (file: ScheduleRun['written'][number]) => Promise<void>;
}

/** Runs a schedule's work as a job. Throws a `FailureError`. */
type RunScheduledWork = (schedule: Schedule, run: ScheduleRun, files: FilesOfRuns) => Promise<RunResult>;

export function createScheduledWork(options: ScheduledWorkOptions): RunScheduledWork {
  const { jobs, exports, now } = options;
  const reserved = new Set<string>();

  function asJob<Value>(
    job: Pick<JobStart, 'kind' | 'title' | 'path'>,
    work: (control: JobControl) => Promise<Value>,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      jobs.start({
        ...job,
        work: async (control) => {
          try {
            resolve(await work(control));
          } catch (error) {
            const reason = control.signal.aborted ? new FailureError(canceled) : error;
            reject(reason instanceof Error ? reason : new Error(String(reason)));
            throw reason;
          }
        },
      });
    });
  }

  async function writeFile(
    schedule: Schedule,
    run: ScheduleRun,
    { request, file, before, noteFile }: FilesOfRuns & { request: ResolvedExport; file: ScheduleFile },
  ): Promise<RunResult> {
    const target = fileNameAt(file.path, run.dueAt);
    /** A run may replace its own earlier file, and with `replace` the schedule's unchanged file. */
    const mayReplace = (path: string): Promise<boolean> => {
      const runs = file.existing === 'keep' ? [run] : [...before, run];
      const own = runs.flatMap(({ written }) => written).filter((one) => one.path === path);
      return exports.isOneOf(path, new Set(own.map(({ sha256 }) => sha256)));
    };
    for (;;) {
      // The files of a folder replace those of the previous run.
      const path = request.options.parts === null ? await reservePath(target, mayReplace) : target;
      reserved.add(path);
      const isMoved = file.existing === 'replace' && path !== target;
      const note = isMoved
        ? `${basename(target)} was kept: it is not as this schedule wrote it, or another run was writing it.`
        : null;
      let isTaken = false;
      const look = async (): Promise<boolean> => {
        isTaken = !(await mayReplace(path));
        return !isTaken;
      };
      try {
        await refuseBadFolder(path);
        const result = await asJob({ kind: 'export', title: schedule.name, path }, (control) =>
          writeInTime(
            schedule,
            {
              request,
              path,
              startedAt: run.startedAt,
              options: { mayReplace: look, noteHash: (sha256) => noteFile({ path, sha256 }) },
            },
            control,
          ),
        );
        return { ...result, note: [note, result.note].filter(Boolean).join(' ') || null };
      } catch (error) {
        // Another program took the name meanwhile: its file stays, and this one gets a number.
        if (!isTaken) throw error;
      } finally {
        reserved.delete(path);
      }
    }
  }

  /** Reserves a free path, numbered if needed, since another run may be about to write the same name. */
  async function reservePath(path: string, mayReplace: (path: string) => Promise<boolean>): Promise<string> {
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? path : numberedPath(path, number);
      if (!(await mayReplace(free)) || reserved.has(free)) continue;
      reserved.add(free);
      return free;
    }
  }

  /** Writes a file from the service. If that takes too long, uses cached records, if the schedule allows. */
  async function writeInTime(
    { waitMinutes, late }: Schedule,
    {
      request,
      path,
      startedAt,
      options,
    }: { request: ResolvedExport; path: string; startedAt: number; options: ExportRunOptions },
    control: JobControl,
  ): Promise<RunResult> {
    const write = async (what: ResolvedExport, how: JobControl, note: string | null): Promise<RunResult> => {
      const { rows, complete, fetchedFrom } = await exports.run(what, path, how, options);
      return { path, rows, complete, fetchedFrom, note };
    };
    const wait = limitWait(control, { startedAt, waitMinutes, now });
    try {
      return await write(request, wait.control, null);
    } catch (error) {
      if (!wait.isOver) throw error;
      const { scope } = request;
      if (late === 'fail' || scope.kind !== 'query') throw new FailureError(tooLate(waitMinutes));
      const { resource, query } = scope;
      const cached = { ...request, scope: { kind: 'cached' as const, resource, query } };
      control.update({ state: 'running', resumesAt: null });
      return await write(cached, control, `${tooLate(waitMinutes).message} Written from the cache.`);
    } finally {
      wait.end();
    }
  }

  async function sync(
    { waitMinutes }: Schedule,
    { startedAt }: ScheduleRun,
    { connectionId, resource, query: given, lists }: Extract<ScheduledWork, { kind: 'sync' }>,
  ): Promise<RunResult> {
    const query = lists === undefined ? given : await options.narrowed(resource, given, lists);
    const filter = serviceFilter(resolveMovingDates(query, now()).filter);
    const started = (await options.syncs(connectionId)).start({
      resource,
      ...(filter === undefined ? {} : { filter }),
    });
    const stop = new AbortController();
    const wait = limitWait({ signal: stop.signal, update: () => undefined }, { startedAt, waitMinutes, now });
    wait.control.signal.addEventListener('abort', () => jobs.pause(started.id));
    const { promise, resolve } = Promise.withResolvers<Job>();
    const look = (job: Job): void => {
      if (job.id !== started.id) return;
      wait.control.update(job);
      if (job.endedAt !== null || job.state === 'paused') resolve(job);
    };
    options.events.on('jobChanged', look);
    try {
      look(jobs.find(started.id) ?? started);
      const { state, failure, done, note = null } = await promise;
      if (failure !== null) throw new FailureError(failure);
      if (wait.isOver) throw new FailureError(tooLate(waitMinutes));
      if (state !== 'done') throw new FailureError(canceled);
      return { rows: done, complete: true, note };
    } finally {
      options.events.off('jobChanged', look);
      wait.end();
    }
  }

  async function narrowedExport({
    request,
    lists,
  }: Extract<ScheduledWork, { kind: 'export' }>): Promise<ResolvedExport> {
    const { scope } = request;
    if (lists === undefined || (scope.kind !== 'query' && scope.kind !== 'cached')) return request;
    const query = await options.narrowed(scope.resource, scope.query, lists);
    return { ...request, scope: { ...scope, query } };
  }

  return async (schedule, run, files) => {
    const { work, name, waitMinutes } = schedule;
    switch (work.kind) {
      case 'export':
        return writeFile(schedule, run, { ...work, request: await narrowedExport(work), ...files });
      case 'savedQuery': {
        const { queries } = await options.savedQueries.list();
        const query = queries.find(({ id }) => id === work.savedQueryId);
        const layouts = await readLayouts(options.user);
        const own = layouts.find(({ resource }) => resource === query?.resource)?.layout.columns;
        return writeFile(schedule, run, {
          request: requestOf(work, query, own),
          file: work.file,
          ...files,
        });
      }
      case 'sync':
        return sync(schedule, run, work);
      case 'mirror':
        return asJob({ kind: 'mirror', title: name, path: null }, async (control) => {
          const wait = limitWait(control, { startedAt: run.startedAt, waitMinutes, now });
          try {
            const { records, complete, notes } = await options.runMirror(work.mirrorId, wait.control);
            return { rows: records, complete, note: notes.join(' ') || null };
          } catch (error) {
            throw wait.isOver ? new FailureError(tooLate(waitMinutes)) : error;
          } finally {
            wait.end();
          }
        });
    }
  };
}

/** The export as the window proposes it. `own`: the user's columns. Throws without such a query. */
function requestOf(
  { connectionId, format, options }: Extract<ScheduledWork, { kind: 'savedQuery' }>,
  saved: SavedQuery | undefined,
  own: readonly string[] | undefined,
): ResolvedExport {
  if (saved === undefined) {
    throw new FailureError({
      code: 'not-found',
      message: 'The saved view of this schedule was deleted. Choose another one, or delete the schedule.',
    });
  }
  const { resource, query, columns } = saved;
  if (saved.target !== 'list' || asksForValues(saved)) {
    throw new FailureError({
      code: 'bad-query',
      message:
        'Only saved views of lists that ask for no values can be scheduled. Export the result of this one, and schedule the export.',
    });
  }
  const shown = columns.length > 0 ? columns : (own ?? resources[resource].defaultColumns);
  return {
    connectionId,
    scope: { kind: 'query', resource, query },
    format,
    columns: columnsWithMembers(resource, shown, shownMembers),
    options: { ...options, entities: 'names' },
  };
}

function asksForValues({ query, parameters }: SavedQuery): boolean {
  const words = [...JSON.stringify(query.filter ?? {}).matchAll(braces)].map(([, name = '']) => name);
  return parameters.length > 0 && words.some((name) => !movingDatePattern.test(name));
}

const canceled = { code: 'canceled', message: 'The run was canceled.' } as const;

function tooLate(waitMinutes: number | null): { code: 'rate-limited'; message: string } {
  const minutes = counted(waitMinutes ?? 0, 'minute');
  return { code: 'rate-limited', message: `The request limit left no requests for ${minutes}.` };
}

/** Returns the file name of a due time, in local time: `{date}` is `2026-11-25`, `{time}` `0730`. */
function fileNameAt(pattern: string, moment: number): string {
  const due = new Date(moment);
  const pad = (value: number): string => value.toString().padStart(2, '0');
  const name = basename(pattern)
    .replaceAll('{date}', [due.getFullYear(), due.getMonth() + 1, due.getDate()].map(pad).join('-'))
    .replaceAll('{time}', `${pad(due.getHours())}${pad(due.getMinutes())}`);
  return join(dirname(pattern), name);
}

/** @throws FailureError `file`, before any request, if the folder is missing or not writable */
async function refuseBadFolder(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw new FailureError(fileFailure(error, path), { cause: error });
  }
}
