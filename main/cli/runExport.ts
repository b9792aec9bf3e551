import { resolve } from 'node:path';
import type { ResolvedExport } from '../../preload/contract/exports.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { resources } from '../../preload/contract/resources.ts';
import { aggregateTable, longTable, wideTable } from '../../preload/contract/seriesTable.ts';
import type { JobControl } from '../features/jobs/jobs.ts';
import type { Services } from '../services.ts';
import { resolveNames } from './computedNames.ts';
import { freeFile } from './freeFile.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import { outputTable } from './outputTable.ts';
import { remarksOn } from './remarks.ts';
import type { ExportTask, FigureTask } from './task.ts';

/** An estimate from less time would jump about. */
const leastElapsedMs = 1000;

/** What `export` asks for, now or by a schedule. */
export async function exportRequest(
  { computedColumns }: Pick<Services, 'computedColumns'>,
  connectionId: string,
  { resource, query, format, options, ids, cached, columns }: ExportTask,
): Promise<ResolvedExport> {
  return {
    connectionId,
    scope:
      ids.length > 0
        ? { kind: 'records', resource, ids: [...ids] }
        : { kind: cached ? 'cached' : 'query', resource, query },
    format,
    columns: resolveNames(columns, await computedColumns.of(resource), resource),
    options,
  };
}

/** Runs `export`. @returns `partial` where other records may exist. */
export async function runExportTask(
  services: Services,
  connectionId: string,
  task: ExportTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const isFolder = task.options.parts !== null;
  const path = isFolder ? resolve(task.out) : await freeFile(task.out, task.force);
  const { rows, bytes, sha256, complete, leftOut, description } = await services.exports.run(
    await exportRequest(services, connectionId, task),
    path,
    progressControl(signal),
    {
      replace: task.force,
      description: task.description === undefined ? undefined : resolve(task.description),
    },
  );
  await print({
    path,
    rows,
    bytes,
    ...(isFolder ? { description } : { sha256 }),
    complete,
    ...(leftOut === 0 ? {} : { valuesLeftOut: leftOut }),
  });
  return complete ? exitCodes.done : exitCodes.partial;
}

/** Runs `aggregate` and `timeseries`: a table to the standard output or to a file. */
export async function runFigureTask(
  services: Services,
  connectionId: string,
  task: FigureTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const path = task.out === undefined ? null : await freeFile(task.out, task.force);
  const aggregates = await services.aggregates(connectionId);
  const title = `${resources[task.resource].label} ${task.do === 'aggregate' ? 'by group' : 'over time'}`;
  const scope =
    task.do === 'aggregate'
      ? aggregateTable(
          title,
          task.query,
          await aggregates.aggregate(task.resource, task.query, {
            signal,
            whole: task.query.pagination === undefined,
          }),
        )
      : (task.shape === 'wide' ? wideTable : longTable)(
          title,
          task.query,
          await aggregates.timeseries(task.resource, task.query, { signal }),
        );
  await outputTable(services, {
    connectionId,
    scope,
    format: task.format,
    path,
    control: progressControl(signal),
  });
  for (const sentence of remarksOn(scope.provenance)) remark(sentence);
  return scope.provenance.staleReason === undefined ? exitCodes.done : exitCodes.partial;
}

/** Progress on the standard error: a line that is written over where it is a terminal, else only what must be waited for. */
export function progressControl(signal: AbortSignal): JobControl {
  const job: Partial<Job> = {};
  const startedAt = Date.now();
  let reportedAt = 0;
  return {
    signal,
    update(change) {
      const waitsAnew = change.state === 'waiting' && job.state !== 'waiting';
      Object.assign(job, change);
      if (waitsAnew && typeof job.resumesAt === 'number') {
        const at = new Date(job.resumesAt).toISOString();
        if (job.waitsFor === 'retry') remark(`The next try is at ${at}.`);
        else if (job.waitsFor === undefined) remark(`Hourly request limit reached. Resuming at ${at}.`);
      }
      if (change.note !== undefined) remark(change.note);
      if (!process.stderr.isTTY || Date.now() - reportedAt < 200) return;
      reportedAt = Date.now();
      process.stderr.write(`\r${progressLine(job, reportedAt - startedAt)}\u001B[K\r`);
    },
  };
}

/** Rows, bytes and the time left at the pace so far, in seconds: `1,200 of 3,512 records, 1.4 MB, about 12 s left`. */
export function progressLine({ done = 0, total, bytes }: Partial<Job>, elapsedMs: number): string {
  const parts = [
    `${done.toLocaleString('en')}${typeof total === 'number' ? ` of ${total.toLocaleString('en')}` : ''} records`,
  ];
  if (typeof bytes === 'number' && bytes > 0) parts.push(`${(bytes / 1e6).toFixed(1)} MB`);
  if (typeof total === 'number' && done > 0 && done < total && elapsedMs >= leastElapsedMs) {
    parts.push(`about ${Math.ceil(((total - done) * elapsedMs) / done / 1000).toLocaleString('en')} s left`);
  }
  return parts.join(', ');
}
