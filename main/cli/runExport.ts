import { resolve } from 'node:path';
import { mayLack } from '../../preload/contract/completeness.ts';
import type { PageCounts } from '../../preload/contract/records.ts';
import type { ResolvedExport } from '../../preload/contract/exports.ts';
import { resources } from '../../preload/contract/resources.ts';
import { aggregateTable, longTable, wideTable } from '../../preload/contract/seriesTable.ts';
import type { Services } from '../services.ts';
import { fetchOptions } from './answerOptions.ts';
import { resolveNames } from './computedNames.ts';
import { freeFile, printFile } from './freeFile.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { remark, sayCut } from './output.ts';
import { outputTable } from './outputTable.ts';
import { withProgress } from './progress.ts';
import { remarksOn } from './remarks.ts';
import type { ExportTask } from './commands/exports.ts';
import type { FigureTask } from './commands/figures.ts';

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

export async function runExportTask(
  services: Services,
  connectionId: string,
  task: ExportTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const isFolder = task.options.parts !== null;
  const path = isFolder ? resolve(task.out) : await freeFile(task.out, task.force);
  const request = await exportRequest(services, connectionId, task);
  const runOptions = {
    replace: task.force,
    description: task.description === undefined ? undefined : resolve(task.description),
  };
  const { rows, bytes, sha256, complete, leftOut, description } = await withProgress(signal, (control) =>
    services.exports.run(request, path, control, runOptions),
  );
  await printFile({
    path,
    rows,
    bytes,
    ...(isFolder ? { description } : { sha256 }),
    complete,
    ...(leftOut === 0 ? {} : { valuesLeftOut: leftOut }),
  });
  return complete ? exitCodes.done : exitCodes.partial;
}

export async function runFigureTask(
  services: Services,
  connectionId: string,
  task: FigureTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const path = task.out === undefined ? null : await freeFile(task.out, task.force);
  const aggregates = await services.aggregates(connectionId);
  const { resource, query } = task;
  const title = `${resources[resource].label} ${task.do === 'aggregate' ? 'by group' : 'over time'}`;
  const of = { title, resource, query };
  const options = fetchOptions(task, signal);
  let scope: ReturnType<typeof aggregateTable>;
  const isWhole = query.pagination === undefined;
  const sayPage = (shown: readonly unknown[], pagination: PageCounts, rows: string): void => {
    if (!isWhole) sayCut(shown.length, pagination, `${rows}; without a page in --query all come`);
  };
  if (task.do === 'aggregate') {
    const answer = await aggregates.aggregate(resource, query, options);
    scope = aggregateTable(of, answer);
    sayPage(answer.results, answer.pagination, 'groups');
  } else {
    const answer = await aggregates.timeseries(resource, query, options);
    scope = (task.shape === 'wide' ? wideTable : longTable)(of, answer);
    sayPage(answer.series, answer.pagination, 'series');
  }
  await outputTable(services, {
    connectionId,
    scope,
    format: task.format,
    formulas: task.formulas,
    path,
    signal,
  });
  for (const sentence of remarksOn(scope.provenance)) remark(sentence);
  const isDone = scope.provenance.staleReason === undefined && !mayLack(scope.provenance);
  return isDone ? exitCodes.done : exitCodes.partial;
}
