import Database from 'better-sqlite3';
import { z } from 'zod';
import type { CacheContents } from '../../../../preload/contract/caches.ts';
import type { Completeness } from '../../../../preload/contract/completeness.ts';
import type { ColumnSummary, SummaryRequest } from '../../../../preload/contract/columnSummary.ts';
import {
  serviceMetadataSchema,
  type MetadataSubject,
  type ServiceMetadata,
} from '../../../../preload/contract/metadata.ts';
import { fieldsOfTotals, type TotalsRequest } from '../../../../preload/contract/totals.ts';
import type { StatedChangeList } from '../../../../preload/contract/history.ts';
import type { Json } from '../../../../preload/contract/json.ts';
import { fieldsOfQuery, queryKey, type Query } from '../../../../preload/contract/query.ts';
import { resourceNames, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import {
  tokenFilter,
  walletFilter,
  type WalletAddresses,
  type TokenActivity,
  type Wallet,
  type WalletFlows,
} from '../../../../preload/contract/wallets.ts';
import { hasCode } from '../../../../preload/contract/failures.ts';
import { jsonText } from '../../../platform/sqlite/jsonText.ts';
import { once } from '../../../platform/once.ts';
import { noteDamage } from '../../../platform/sqlite/openMarks.ts';
import type { SqlDatabase } from '../../query/database.ts';
import { installFunctions } from '../../query/functions.ts';
import { QueryProblem, badQuery } from '../../query/problems.ts';
import { checkRow } from '../../query/damage.ts';
import { isRow, ownValues, plainRecord, recordText, type Row } from '../../query/records.ts';
import { makeChunkPages } from '../../query/chunks/chunkPages.ts';
import { makeStatements } from '../../query/statements.ts';
import { makeQueryRunner } from '../../query/run.ts';
import type { Table } from '../../query/tables.ts';
import { comparableId } from '../../query/values.ts';
import type {
  LocalAnswer,
  LocalTotals,
  PageRequest,
  RecordName,
  StatedChangesRequest,
  StoredPage,
  StoredRecord,
} from '../../storeTypes.ts';
import type { WithText } from '../../../../preload/contract/recordsText.ts';
import { aggregateReader } from '../writing/aggregates.ts';
import { filterKey, readCompleteness } from '../../../sync/tables/completeness.ts';
import { fileBytes } from '../maintenance/maintenance.ts';
import { makeColumnSummary } from './columnSummary.ts';
import { makeRecordFacts } from './recordFacts.ts';
import { makeRecordTotals } from './recordTotals.ts';
import { pageSum } from '../pageSum.ts';
import { makeTableCheck } from '../../records/tableCheck.ts';
import { makeHistoryReader } from '../../history/historyReader.ts';
import { listStatedChanges } from '../../history/statedChanges.ts';
import { makeText, tableFor } from './recordTexts.ts';
import { cacheTable, shownTable, cachedFields } from '../../records/resourceTables.ts';
import { makeSearchReader } from '../../search/searchReader.ts';
import { makeWatchReader } from '../../watchlists/watchReader.ts';
import { makeTokenReader } from '../../../movements/token.ts';
import { makeWalletFlowReader, type WalletFlowsRequest } from '../../../movements/flows.ts';
import { makeWalletReader } from '../../../movements/wallet.ts';
import type { MembersRequest } from '../../watchlists/watchTypes.ts';
import type { Holding } from '../../../../preload/contract/overview.ts';

/** `p.fetch` is the key of the fetch that brought the page. */
const selectPage = `SELECT p.fetch, p.sum, p.query, records, pagination, applied, notes, f.at AS fetchedAt, f.request, etag
  FROM pages p JOIN fetches f ON f.key = p.fetch`;
/** Null for a damaged page. */
const filterOfPage = `CASE WHEN json_valid(p.query) THEN coalesce(p.query -> '$.filter', '') END`;
const storedPageSchema = z.object({
  query: z.string(),
  fetch: z.number(),
  records: z.string(),
  pagination: z.string(),
  applied: z.string(),
  notes: z.string(),
  etag: z.string().nullable(),
  sum: z.number(),
});
const pageSchema = z.object({
  records: z.string(),
  pagination: jsonText(
    z.object({ page: z.number(), perPage: z.number(), pageCount: z.number(), resultCount: z.number() }),
  ),
  applied: jsonText(z.object({ filter: z.unknown().optional(), sort: z.unknown().optional() })),
  notes: jsonText(z.array(z.string())),
  fetchedAt: z.number(),
  request: z.string(),
  etag: z.string().nullable(),
});
const keysSchema = jsonText(z.array(z.number()));
const fetchSchema = z.object({ fetchedAt: z.number(), request: z.string() });
const metadataSchema = z.object({
  metadata: jsonText(serviceMetadataSchema),
  fetchedAt: z.number(),
});

export interface ReaderOptions {
  readonly cacheKiB: number;
  /** Called periodically while a query runs; an error that it throws ends the query. */
  readonly throwIfCanceled: () => void;
}

export type CacheReader = ReturnType<typeof openCacheReader>;

function isSoundPage(resource: ResourceName, row: unknown): boolean {
  const { sum, ...stored } = storedPageSchema.parse(row);
  return sum === pageSum({ ...stored, resource });
}

export function openCacheReader(path: string, { cacheKiB, throwIfCanceled }: ReaderOptions) {
  const database = new Database(path, { readonly: true, timeout: 5000 });
  database.pragma(`cache_size = -${cacheKiB.toString()}`);
  installFunctions(database, throwIfCanceled);
  const chunks = makeChunkPages(makeStatements(database));
  const runner = makeQueryRunner(database, chunks);
  const tables = new Map(
    resourceNames.map((name) => [name, tableReader(database, shownTable(resources[name]))]),
  );
  const check = makeTableCheck(database);
  const tableOf = (resource: ResourceName): TableReader => {
    const table = tables.get(resource);
    if (table === undefined) throw new Error(`The cache has no table for ${resource}.`);
    return table;
  };
  const findPage = database.prepare(`${selectPage} WHERE p.resource = ? AND p.query = ?`);
  const countChanged = database
    .prepare(
      `SELECT count(DISTINCT n.key) FROM json_each(?) k JOIN newer_rows n ON n.key = k.value
       WHERE n.resource = ? AND n.at > ? AND n.was IS NOT NULL`,
    )
    .pluck();
  const lastPage = database.prepare(
    `${selectPage} WHERE p.resource = ? AND ${filterOfPage} = ? ORDER BY f.at DESC LIMIT 1`,
  );
  const findFetch = database.prepare('SELECT at AS fetchedAt, request FROM fetches WHERE key = ?');
  const oldest = database
    .prepare('SELECT min(at) FROM fetches WHERE key IN (SELECT value FROM json_each(?))')
    .pluck();
  const completeness = readCompleteness(database);
  const countPages = database.prepare('SELECT count(*) FROM pages').pluck();
  const findMetadata = database.prepare(
    'SELECT metadata, fetched_at AS fetchedAt FROM metadata WHERE resource = ?',
  );

  function oldestOf(table: Table, rows: readonly Row[]): number | null {
    return oldestFetch([...new Set(rows.map((row) => ownValues(table, row)[0]))]);
  }

  function oldestFetch(fetches: readonly unknown[]): number | null {
    const at = oldest.get(JSON.stringify(fetches));
    return typeof at === 'number' ? at : null;
  }

  function serviceCountOf(resource: ResourceName, { filter }: Query): number | null {
    const row = lastPage.get(resource, filterKey(filter));
    return row !== undefined && isSoundPage(resource, row)
      ? pageSchema.parse(row).pagination.resultCount
      : completeness.countedOf(resource, filter);
  }

  const sumUp = makeRecordTotals(database);
  const summarizeColumns = makeColumnSummary(database, chunks);
  const watch = makeWatchReader(database, chunks);
  const readWallet = makeWalletReader(database);
  const readWalletFlows = makeWalletFlowReader(database);
  const readTokenActivity = makeTokenReader(database);
  /** A pair is complete if all transactions of one of its addresses are. */
  function walletCompleteness({ address, other }: WalletAddresses): Completeness {
    const wholes = [{ address, other }, { address }, ...(other === undefined ? [] : [{ address: other }])];
    return wholes
      .map((whole) => completeness.of('transactions', walletFilter(whole)))
      .reduce((latest, one) => ((one.completeAsOf ?? 0) > (latest.completeAsOf ?? 0) ? one : latest));
  }
  function readPage({ resource, query, fields, plain }: PageRequest): WithText<StoredPage> | null {
    const row = findPage.get(resource, queryKey(query));
    if (row === undefined) return null;
    if (!isSoundPage(resource, row)) return null;
    const { records, ...stored } = pageSchema.parse(row);
    const page = { ...stored, changedSince: Number(countChanged.get(records, resource, stored.fetchedAt)) };
    const { table, byKeys, plainByKeys } = tableOf(resource);
    const count = keysSchema.parse(records).length;
    if (plain === true && fields !== undefined) {
      const plainRecords = plainByKeys(fields, records);
      return plainRecords.length === count
        ? { ...page, recordsText: JSON.stringify(plainRecords), recordCount: count }
        : null;
    }
    const rows = byKeys(fields).all(records).filter(isRow);
    return rows.length === count ? { ...page, ...makeText(table, rows, fields) } : null;
  }
  const calls = {
    ...makeRecordFacts(database, runner, check),
    ...makeHistoryReader(database, check),
    listStatedChanges(request: StatedChangesRequest): StatedChangeList {
      check(request.resource, 'all');
      return { ...listStatedChanges(database, request), ...completeness.of(request.resource, undefined) };
    },
    ...makeSearchReader(database),
    readWallet(addresses: WalletAddresses): Wallet {
      check('transactions', 'all');
      return { ...readWallet(addresses), ...walletCompleteness(addresses) };
    },
    readWalletFlows(subject: WalletFlowsRequest): WalletFlows {
      check('transactions', 'all');
      return { ...readWalletFlows(subject), ...walletCompleteness(subject) };
    },
    readTokenActivity(id: string | number): TokenActivity {
      check('transactions', 'all');
      return { ...readTokenActivity(id), ...completeness.of('transactions', tokenFilter(id)) };
    },
    /** Returns the page stored for exactly this query; null if there is none, or a part of it is damaged. */
    readPage(request: PageRequest): WithText<StoredPage> | null {
      try {
        return readPage(request);
      } catch (error) {
        if (hasCode(error, 'damaged')) return null;
        throw error;
      }
    },
    readRecord({ resource, id }: RecordName): (Omit<StoredRecord, 'record'> & { recordText: string }) | null {
      const { table, byId } = tableOf(resource);
      const row = byId().get(comparableId(id));
      if (!isRow(row)) return null;
      const fetch = fetchSchema.parse(findFetch.get(ownValues(table, row)[0]));
      return { ...fetch, recordText: recordText(table, row) };
    },
    /** Runs the query on cached records. Rejects with `bad-query` or `canceled`. */
    runQuery({ resource, query, fields }: PageRequest): WithText<LocalAnswer> {
      const table = tableFor(tableOf(resource).table, fields);
      if (query.aggregate !== undefined) throw badQuery('Aggregates are not computed from cached records.');
      check(resource, fieldsOfQuery(query));
      const { rows, pagination } = runner.readPage(table, query, cachedFields(database));
      return {
        pagination,
        ...makeText(table, rows, fields),
        oldestFetchedAt: oldestOf(table, rows),
        cachedRecords: runner.countRecords(table),
        ...completeness.of(resource, query.filter),
        serviceCount: serviceCountOf(resource, query),
        missingFields: runner.missingFields(table, fieldsOfQuery(query)),
      };
    },
    readTotals(request: TotalsRequest): LocalTotals {
      const { resource, query } = request;
      check(resource, [...fieldsOfQuery(query), ...fieldsOfTotals(request)]);
      const { fetches, ...totals } = sumUp(request);
      const { table } = tableOf(resource);
      return {
        ...totals,
        read: {
          oldestFetchedAt: oldestFetch(fetches),
          cachedRecords: runner.countRecords(table),
          ...completeness.of(resource, query.filter),
          serviceCount: serviceCountOf(resource, query),
          missingFields: runner.missingFields(table, fieldsOfQuery(query)),
        },
      };
    },
    readSummary(request: SummaryRequest): ColumnSummary {
      const { resource, query, fields } = request;
      check(resource, [...fieldsOfQuery(query), ...fields]);
      return { ...summarizeColumns(request), ...completeness.of(resource, query.filter) };
    },
    /** Checks the records that an SQL statement reads. Throws a `FailureError` `damaged`. */
    checkRecords(
      reads: readonly { readonly resource: ResourceName; readonly fields: readonly string[] | 'all' }[],
    ) {
      for (const { resource, fields } of reads) check(resource, fields);
    },
    /** Returns the time of the sync that has all records of the query; null if others may exist. */
    completeAsOf: ({ resource, query }: { resource: ResourceName; query: Query }): number | null =>
      completeness.asOf(resource, query.filter),
    /** Like `completeAsOf`, with the records that could not be stored. */
    readCompleteness: ({ resource, query }: { resource: ResourceName; query: Query }): Completeness =>
      completeness.of(resource, query.filter),
    readHoldings: readHoldings(database, (resource) => runner.countRecords(tableOf(resource).table)),
    ...aggregateReader(database),
    readMetadata(subject: MetadataSubject): { metadata: ServiceMetadata; fetchedAt: number } | null {
      const row = findMetadata.get(subject);
      return row === undefined ? null : metadataSchema.parse(row);
    },
    readContents: (): Omit<CacheContents, 'connectionId' | 'name' | 'complete'> => ({
      bytes: fileBytes(path),
      pages: Number(countPages.get()),
      records: [...tables].flatMap(([resource, { table }]) => {
        const count = runner.countRecords(table);
        return count === 0 ? [] : [{ resource, count }];
      }),
    }),
  };
  const watchCalls = {
    ...watch,
    /** Returns a list's cached transactions. Rejects with `bad-query`. */
    readMembers(request: MembersRequest): WithText<LocalAnswer> {
      const { rows, resultCount, page, perPage, completeAsOf } = watch.readMembers(request);
      const { table } = tableOf('transactions');
      return {
        pagination: { page, perPage, pageCount: Math.ceil(resultCount / perPage), resultCount },
        ...makeText(table, rows, request.fields),
        oldestFetchedAt: oldestOf(table, rows),
        cachedRecords: runner.countRecords(table),
        // The list's rules cannot be tested on records that could not be stored.
        completeAsOf: completeness.hasLost('transactions') ? null : completeAsOf,
        serviceCount: null,
        missingFields: runner.missingFields(table, fieldsOfQuery(request.query)),
      };
    },
  };

  return {
    calls: { ...eachAtOnce(database, calls), watch: eachAtOnce(database, watchCalls) },
    noteDamage() {
      noteDamage(path);
    },
    close() {
      database.close();
    },
  };
}

/** Runs each method in one read transaction, so that its statements see one state. */
function eachAtOnce<Of extends Record<string, (...args: never[]) => unknown>>(
  database: Database.Database,
  methods: Of,
): Of {
  const each = Object.entries(methods).map(([name, method]): [string, unknown] => [
    name,
    (...args: unknown[]): unknown =>
      answer(() => database.transaction((): unknown => Reflect.apply(method, undefined, args)).deferred()),
  ]);
  return Object.fromEntries(each) as Of;
}

type TableReader = ReturnType<typeof tableReader>;

function tableReader(database: SqlDatabase, table: Table) {
  const joined = `${table.name} r CROSS JOIN ${table.bodies} b ON b.key = r._body`;
  const statements = makeStatements(database);
  return {
    table,
    byKeys: (fields?: readonly string[]) =>
      statements.rows(
        `SELECT ${tableFor(table, fields).selectList} FROM json_each(?) page CROSS JOIN ${table.name} r ON r._key = page.value
         CROSS JOIN ${table.bodies} b ON b.key = r._body ORDER BY page.key`,
      ),
    plainByKeys(fields: readonly string[], keys: string): Json[] {
      const columns = [...new Set(['id', ...fields])].flatMap((name) => table.column.get(name) ?? []);
      return database
        .prepare(
          `SELECT ${table.rowList} FROM json_each(?) page CROSS JOIN ${table.name} r ON r._key = page.value ORDER BY page.key`,
        )
        .raw()
        .all(keys)
        .filter(isRow)
        .map((row) => {
          checkRow(table, row);
          return plainRecord(
            columns,
            columns.map(({ index }) => row[table.own.length + index] ?? null),
          );
        });
    },
    byId: once(() => database.prepare(`SELECT ${table.selectList} FROM ${joined} WHERE r."id" = ?`).raw()),
  };
}

function answer<Answer>(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error;
    throw badQuery(error.message, error);
  }
}

const agesSchema = z.object({ oldestAt: z.number().nullable(), newestAt: z.number().nullable() });

function readHoldings(
  database: Database.Database,
  countRecords: (resource: ResourceName) => number,
): () => Holding[] {
  const completeness = readCompleteness(database);
  const ages = resourceNames.map((resource) => ({
    resource,
    read: database.prepare(
      `SELECT min(at) AS oldestAt, max(at) AS newestAt FROM fetches f
       WHERE EXISTS (SELECT 1 FROM ${cacheTable(resources[resource]).name} r WHERE r._fetch = f.key)`,
    ),
  }));
  const countTwins = database.prepare('SELECT count(owner) FROM twins').pluck();
  const twinsAmong = (resource: ResourceName): { twins?: number } => {
    const twins = resource === 'transactions' ? Number(countTwins.get()) : 0;
    return twins === 0 ? {} : { twins };
  };
  return () =>
    ages.map(({ resource, read }) => ({
      resource,
      records: countRecords(resource),
      ...agesSchema.parse(read.get()),
      ...completeness.of(resource, undefined),
      ...twinsAmong(resource),
    }));
}
