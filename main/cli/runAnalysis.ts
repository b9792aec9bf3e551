import { isComputedName } from '../../preload/contract/expressions/columns.ts';
import type { Query } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { findWithMembers } from '../../preload/contract/resources/memberFields.ts';
import type { GroupValue, TotalsMeasure } from '../../preload/contract/totals.ts';
import type { Wallet } from '../../preload/contract/wallets.ts';
import type { Services } from '../services.ts';
import { fieldsOfMeasure, fieldsOfTotals } from '../store/cache/totalsOfScan.ts';
import { resolveNames } from './computedNames.ts';
import { exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import { coverageSentence } from './runSql.ts';
import type { ChangesTask, SummaryTask, TotalsTask, WalletTask } from './task.ts';

/** Runs `totals`, `summary`, `changes` and `wallet`: what the window computes of the cached records. */
export async function runAnalysis(
  services: Services,
  connectionId: string,
  task: TotalsTask | SummaryTask | ChangesTask | WalletTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { connection, cache } = await services.connections.open(connectionId);
  if (connection.sample) remark('Sample data: every record is invented.');
  switch (task.do) {
    case 'totals':
      return printTotals(services, connectionId, task, signal);
    case 'summary': {
      const { resource } = task;
      const fields = await namesOf(services, connectionId, resource, [task.field]);
      const query = await services.computedColumns.define(resource, task.query, fields);
      await print(await cache.readSummary({ resource, query, fields }, signal));
      return tellCoverage(services, connectionId, resource, query);
    }
    case 'changes': {
      const { resource, days, by, order, limit: perPage } = task;
      const found = await cache.listStatedChanges({ resource, days, by, order, page: 1, perPage });
      for (const change of found.changes) await print(change);
      if (found.withoutChange > 0)
        remark(`${found.withoutChange.toLocaleString('en')} cached records state no change.`);
      return tell({ resource, cachedRecords: found.cachedRecords, completeAsOf: found.completeAsOf });
    }
    case 'wallet': {
      const wallet = await cache.readWallet({ address: task.address, other: task.other }, signal);
      await print(wallet);
      return tellWallet(wallet);
    }
  }
}

async function printTotals(
  services: Services,
  connectionId: string,
  { resource, query: asked, totals: named }: TotalsTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { cache } = await services.connections.open(connectionId);
  const names = await namesOf(services, connectionId, resource, fieldsOfTotals(named));
  // In the order in which they were taken apart.
  const next = (): string => names.shift() ?? '';
  const rows = named.rows.map((level) => ({ ...level, field: next() }));
  const columns = named.columns === undefined ? undefined : { ...named.columns, field: next() };
  const measures = named.measures.map((measure): TotalsMeasure => {
    if (measure.kind === 'weighted') return { ...measure, field: next(), weight: next() };
    return 'field' in measure && measure.field !== undefined ? { ...measure, field: next() } : measure;
  });
  const totals = { rows, measures, ...(columns === undefined ? {} : { columns }) };
  const query = await services.computedColumns.define(resource, asked, fieldsOfTotals(totals));
  const found = await cache.readTotals({ resource, query, ...totals }, signal);
  const path: GroupValue[] = [];
  const figureNames = named.measures.map(figureName);
  const figuresAt = (figures: readonly (number | null)[], column: number): Record<string, number | null> =>
    Object.fromEntries(
      figureNames.map((name, index) => [name, figures[column * figureNames.length + index] ?? null]),
    );
  for (const { depth, value, others, figures } of found.rows) {
    path.length = Math.max(0, depth - 1);
    if (depth > 0) path.push(others > 0 ? null : value);
    await print({
      depth,
      ...Object.fromEntries(path.map((part, index) => [levelName(named.rows[index]), part])),
      ...(others > 0 ? { others } : {}),
      ...figuresAt(figures, 0),
      ...(named.columns === undefined
        ? {}
        : {
            across: found.columns.map((part, index) => ({
              [levelName(named.columns)]: part,
              ...figuresAt(figures, index + 1),
            })),
            ...(found.otherColumns > 0
              ? { rest: { columns: found.otherColumns, ...figuresAt(figures, found.columns.length + 1) } }
              : {}),
          }),
    });
  }
  if (found.approximate) remark('Some numbers have more digits than can be computed with.');
  return tellCoverage(services, connectionId, resource, query);
}

/** The same, for the transactions of an address. */
function tellWallet({ transactions, completeAsOf }: Pick<Wallet, 'transactions' | 'completeAsOf'>): ExitCode {
  const found = `${plural(transactions)} of the address`;
  remark(
    completeAsOf === null
      ? `${found} cached; others may exist.`
      : `${found}, complete as of ${new Date(completeAsOf).toISOString()}.`,
  );
  return completeAsOf === null ? exitCodes.partial : exitCodes.done;
}

function plural(transactions: number): string {
  return transactions === 1 ? '1 transaction' : `${transactions.toLocaleString('en')} transactions`;
}

/** A figure as `--figures` names it. */
function figureName(measure: TotalsMeasure): string {
  return [measure.kind, ...fieldsOfMeasure(measure)].join(':');
}

function levelName(
  level: { readonly field: string; readonly period?: string | undefined } | undefined,
): string {
  return level?.period === undefined ? (level?.field ?? '') : `${level.field}:${level.period}`;
}

/**
 * The names as the store knows them.
 * @throws UsageError for one that neither the catalogue nor a cached record has
 */
async function namesOf(
  services: Services,
  connectionId: string,
  resource: ResourceName,
  names: readonly string[],
): Promise<string[]> {
  const { cache } = await services.connections.open(connectionId);
  const resolved = resolveNames(names, await services.computedColumns.of(resource), resource);
  const { fields, label } = resources[resource];
  for (const field of resolved) {
    if (isComputedName(field) || findWithMembers(fields, field) !== undefined) continue;
    const filter = { operator: 'equals', field, value: null };
    const { missingFields } = await cache.runQuery({ resource, query: { filter, ...onePage } });
    if (missingFields.includes(field))
      throw new UsageError(
        `${label} have no field “${field}”. \`rwa-explorer meta ${resource}\` lists the fields.`,
      );
  }
  return resolved;
}

const onePage = { pagination: { page: 1, perPage: 1 } };

async function tellCoverage(
  { connections }: Services,
  connectionId: string,
  resource: ResourceName,
  query: Query,
): Promise<ExitCode> {
  const { cache } = await connections.open(connectionId);
  const { cachedRecords, completeAsOf } = await cache.runQuery({
    resource,
    query: { ...query, ...onePage, sort: undefined },
  });
  return tell({ resource, cachedRecords, completeAsOf });
}

function tell(covered: Parameters<typeof coverageSentence>[0]): ExitCode {
  if (covered.cachedRecords === 0 && covered.completeAsOf === null)
    remark(
      `No ${resources[covered.resource].label.toLowerCase()} are cached. Fetch them with \`rwa-explorer sync\`.`,
    );
  else remark(coverageSentence(covered));
  return covered.completeAsOf === null ? exitCodes.partial : exitCodes.done;
}
