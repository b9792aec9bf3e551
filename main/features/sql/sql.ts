import { randomUUID } from 'node:crypto';
import { rm, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { limitsOf } from '../../../preload/contract/completeness.ts';
import type { Annotation } from '../../../preload/contract/annotations.ts';
import { FailureError, hasCode } from '../../../preload/contract/failures.ts';
import { resourceNames, type ResourceName } from '../../../preload/contract/resources.ts';
import type { Holding } from '../../../preload/contract/overview.ts';
import {
  sqlLimits,
  sqlViewsVersion,
  type SqlCoverage,
  type SqlRequest,
  type SqlResult,
  type SqlRows,
  type SqlView,
} from '../../../preload/contract/sql.ts';
import type { StartChildProcess } from '../../platform/system/childProcess.ts';
import { storageFailure } from '../../platform/sqlite/failures.ts';
import { newWorkPath } from '../../platform/system/workFolder.ts';
import { resourceViews, viewName } from '../../store/records/resourceViews.ts';
import { changesView } from '../../store/history/changesView.ts';
import { resourcesWithHistory } from '../../store/history/historyTables.ts';
import type { CacheStore } from '../../store/store.ts';
import { memoryMark, type StatementLimits } from './process/messages.ts';
import { runInProcess, type Ran } from './sqlProcess.ts';
import { documentedViews } from './views.ts';
import { twinMember } from '../../../preload/contract/twins.ts';
import { walletKey } from '../../../preload/contract/walletAddresses.ts';

export interface SqlOptions {
  open(connectionId: string): Promise<{
    readonly connection: { readonly sample: boolean };
    readonly cache: Pick<CacheStore, 'path' | 'readHoldings' | 'checkRecords'>;
  }>;
  readonly listAnnotations: () => Promise<readonly Annotation[]>;
  readonly processUrl: URL;
  readonly startProcess: StartChildProcess;
  readonly limits?: Partial<StatementLimits>;
}

export type Sql = ReturnType<typeof createSql>;

interface KeptResult {
  readonly path: string;
  readonly held: Buffer | null;
  readonly ran: Omit<Ran, 'held'>;
  readers: number;
}

export function createSql(options: SqlOptions) {
  const results = new Map<string, KeptResult>();
  const running = new Set<AbortController>();
  let documented: readonly SqlView[] | undefined;

  /**
   * Runs one statement. Its rows are stored, many of them in a file, until the result is closed or more than
   * `sqlLimits.results` exist.
   * @throws FailureError as `runInProcess`
   */
  async function run(request: SqlRequest, signal?: AbortSignal): Promise<SqlResult> {
    if (running.size >= sqlLimits.running) {
      throw new FailureError({
        code: 'bad-query',
        message: `${sqlLimits.running.toString()} statements are running already. Stop one, or wait for it.`,
      });
    }
    const stop = new AbortController();
    running.add(stop);
    try {
      return await runIn(
        newWorkPath(),
        request,
        AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])]),
      );
    } finally {
      running.delete(stop);
    }
  }

  async function runIn(path: string, request: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    try {
      const { connection, cache } = await options.open(request.connectionId);
      const holdings = await cache.readHoldings();
      // Sound records are not checked again; tables that are only named may be damaged.
      cache.checkRecords(namedIn(request.sql, []), signal).catch(() => undefined);
      let checked = Promise.resolve();
      const { held, ...ran } = await runInProcess({
        processUrl: options.processUrl,
        startProcess: options.startProcess,
        signal,
        onReads: (reads) => {
          checked = cache.checkRecords(readsOf(reads), signal);
          checked.catch(() => undefined);
        },
        start: {
          databasePath: cache.path,
          sql: request.sql,
          parameters: request.parameters,
          labels: request.labels ? labelRows(await options.listAnnotations(), request.connectionId) : null,
          resultPath: path,
          limits: { ...sqlLimits, seconds: request.seconds, ...options.limits },
        },
      });
      await checked;
      const resultId = randomUUID();
      results.set(resultId, { path, held: held === null ? null : Buffer.from(held), ran, readers: 0 });
      for (const oldest of [...results.keys()].slice(0, -sqlLimits.results)) await closeResult(oldest);
      return {
        resultId,
        columns: ran.names.map((name, place) => ({ name, kind: ran.kinds[place] ?? 'empty' })),
        rows: ran.rows,
        cutOff: ran.cutOff,
        elapsedMs: ran.elapsedMs,
        firstRowMs: ran.firstRowMs,
        coverage: coverageOf(ran, holdings),
        sample: connection.sample,
        labels: request.labels,
      };
    } catch (error) {
      // The folder of this process is removed later; report the statement's failure.
      await removeResult(path).catch(() => undefined);
      // A damaged record may look like an error of the statement.
      if (hasCode(error, 'bad-query') && error.message.includes('malformed'))
        await (
          await options.open(request.connectionId)
        ).cache.checkRecords(namedIn(request.sql, 'all'), signal);
      throw error;
    }
  }

  function kept(resultId: string): KeptResult {
    const result = results.get(resultId);
    if (result !== undefined) return result;
    throw new FailureError({
      code: 'not-found',
      message: 'This result is no longer kept. Run the statement again.',
    });
  }

  /** Yields all rows in pieces of about a megabyte. A closed result stays until the last piece. */
  async function* pieces(resultId: string): AsyncGenerator<SqlRows> {
    const result = kept(resultId);
    const { path, ran } = result;
    result.readers += 1;
    try {
      for (let start = 0; start < ran.rows;) {
        const piece = await readRows(result, { start, end: ran.rows });
        yield piece;
        start += piece.count;
      }
    } finally {
      result.readers -= 1;
      if (result.readers === 0 && !results.has(resultId)) await removeResult(path);
    }
  }

  async function closeResult(resultId: string): Promise<void> {
    const result = results.get(resultId);
    results.delete(resultId);
    if (result?.readers === 0) await removeResult(result.path);
  }

  return {
    views: () => ({ version: sqlViewsVersion, views: (documented ??= documentedViews()) }),
    run,
    /** @throws FailureError `not-found` if the result no longer exists */
    read: async (resultId: string, range: { readonly start: number; readonly end: number }) =>
      readRows(kept(resultId), range),
    pieces,
    closeResult,
    async close() {
      for (const stop of running) stop.abort();
      await Promise.all([...results.keys()].map(closeResult));
    },
  };
}

function namedIn<Fields>(sql: string, fields: Fields): { resource: ResourceName; fields: Fields }[] {
  const text = sql.toLowerCase();
  return resourceNames
    .filter((resource) => text.includes(viewName(resource)))
    .map((resource) => ({ resource, fields }));
}

function readsOf(reads: Ran['reads']): { resource: ResourceName; fields: readonly [] | 'all' }[] {
  const views = resourceViews('main', new Set(Object.keys(reads))).flatMap(({ name, resource, columns }) => {
    const read = columns.filter((column) => reads[name]?.includes(column.name));
    const isOfBodies = name !== viewName(resource) || read.some(({ sql }) => sql.includes('content'));
    const others = read.flatMap(({ reads: other }) => other ?? []);
    return [
      { resource, fields: isOfBodies ? ('all' as const) : ([] as const) },
      ...others.map((other) => ({ resource: other, fields: [] as const })),
    ];
  });
  const changed = reads[changesView.name] === undefined ? [] : resourcesWithHistory;
  return [...views, ...changed.map((resource) => ({ resource, fields: [] as const }))];
}

function coverageOf({ reads }: Pick<Ran, 'reads'>, holdings: readonly Holding[]): SqlCoverage[] {
  const read = new Set<string>();
  if (reads[changesView.name] !== undefined) for (const name of resourcesWithHistory) read.add(name);
  for (const { name, resource, columns } of resourceViews('main', new Set(Object.keys(reads)))) {
    read.add(resource);
    for (const { name: column, reads: other } of columns)
      if (other !== undefined && reads[name]?.includes(column) === true) read.add(other);
  }
  const asksForTwins = reads['transactions']?.includes(twinMember) === true;
  return holdings
    .filter(({ resource }) => read.has(resource))
    .map(({ resource, records, oldestAt, newestAt, completeAsOf, leftOut, newer, twins }) => ({
      resource,
      cachedRecords: records,
      oldestFetchedAt: oldestAt,
      newestFetchedAt: newestAt,
      completeAsOf,
      ...limitsOf({ leftOut, newer }),
      ...(twins === undefined || asksForTwins ? {} : { twins }),
    }));
}

async function removeResult(resultPath: string): Promise<void> {
  try {
    for (const path of [resultPath, memoryMark({ resultPath })])
      await rm(path, { force: true, maxRetries: 3 });
  } catch (error) {
    throw storageFailure(error, dirname(resultPath));
  }
}

type LabelRow = readonly (string | number | null)[];

function labelRows(annotations: readonly Annotation[], connectionId: string): LabelRow[] {
  return annotations.flatMap((annotation): LabelRow[] => {
    const { subject, label, note } = annotation;
    const texts = [label === '' ? null : label, note === '' ? null : note];
    if (subject.kind === 'address') return [[null, null, walletKey(subject.address), ...texts]];
    if (subject.connectionId !== connectionId) return [];
    return [[viewName(subject.resource), subject.id, null, ...texts]];
  });
}

const bytesAtOnce = 1_000_000;

async function readRows(
  { path, held, ran: { batches, rows } }: KeptResult,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<SqlRows> {
  const last = Math.min(end, rows);
  if (start >= last) return { rowsText: '[]', count: 0 };
  const first = batches.findIndex((batch) => batch.rows > start);
  const before = batches[first - 1] ?? { rows: 0, bytes: 0 };
  // At least one batch, then up to the limit.
  const until = batches.findLast(
    ({ bytes }, place) =>
      place === first ||
      (place > first && bytes - before.bytes <= bytesAtOnce && (batches[place - 1]?.rows ?? 0) < last),
  );
  if (until === undefined) return { rowsText: '[]', count: 0 };
  const bytes =
    held?.subarray(before.bytes, until.bytes) ??
    (await bytesOf(path, before.bytes, until.bytes - before.bytes));
  const lines = bytes
    .toString('utf8')
    .split('\n')
    .slice(start - before.rows, Math.min(last, until.rows) - before.rows);
  return { rowsText: `[${lines.join(',')}]`, count: lines.length };
}

async function bytesOf(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    return (await file.read({ buffer: Buffer.alloc(length), position })).buffer;
  } finally {
    await file.close();
  }
}
