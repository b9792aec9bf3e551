import { butFor, mayLack } from '../../preload/contract/completeness.ts';
import { resources } from '../../preload/contract/resources.ts';
import type { SqlCoverage } from '../../preload/contract/sql.ts';
import { sqlTable } from '../../preload/contract/sqlTable.ts';
import { documentedViews } from '../features/sql/views.ts';
import type { Services } from '../services.ts';
import { exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { freeFile } from './freeFile.ts';
import { print, remark } from './output.ts';
import { readInput } from './readInput.ts';
import { outputTable, refuseStandardOutput } from './outputTable.ts';
import type { SqlTask, SqlViewsTask } from './commands/sql.ts';

/** @returns `partial` if other records or rows may exist */
export async function runSqlTask(
  { sql: engine, exports }: Pick<Services, 'sql' | 'exports'>,
  connectionId: string,
  task: SqlTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { parameters, seconds, labels, format, formulas } = task;
  const path = task.out === undefined ? null : await freeFile(task.out, task.force);
  if (path === null) refuseStandardOutput(format);
  const request = { connectionId, sql: await statementOf(task), parameters, seconds, labels };
  const result = await engine.run(request, signal);
  const scope = sqlTable(request, result);
  await outputTable({ exports }, { connectionId, scope, format, formulas, path, signal });
  await engine.closeResult(result.resultId);
  const { sample, notes = [] } = scope.provenance;
  if (sample) remark('Sample data: every record is invented.');
  for (const covered of result.coverage) remark(coverageSentence(covered));
  for (const note of notes) remark(note);
  return mayLack(scope.provenance) ? exitCodes.partial : exitCodes.done;
}

export async function listSqlViews({ view }: SqlViewsTask): Promise<ExitCode> {
  const views = documentedViews();
  const chosen = views.filter(({ name }) => view === undefined || name === view);
  if (chosen.length === 0) {
    throw new UsageError(
      `There is no view “${view ?? ''}”. The views are ${views.map(({ name }) => name).join(', ')}.`,
    );
  }
  for (const { name: view, columns } of chosen) {
    for (const { name: column, ...about } of columns) await print({ view, column, ...about });
  }
  return exitCodes.done;
}

function coverageSentence({ resource, cachedRecords, completeAsOf, ...limits }: SqlCoverage): string {
  const { label } = resources[resource];
  const count = cachedRecords.toLocaleString('en');
  return completeAsOf === null
    ? `${label}: from ${count} cached records; other records may exist.`
    : `${label}: ${count} records, complete as of ${new Date(completeAsOf).toISOString()}${butFor(limits)}.`;
}

async function statementOf({ statement, file }: SqlTask): Promise<string> {
  if (statement !== undefined && file !== undefined)
    throw new UsageError('The statement is an argument or a file, not both.');
  if (statement !== undefined) return statement;
  if (file === undefined && process.stdin.isTTY)
    throw new UsageError('There is no statement. Add it in quotes, or --file.');
  return readInput(file ?? '-');
}
