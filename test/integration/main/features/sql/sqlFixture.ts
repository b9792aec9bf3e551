import { readdirSync } from 'node:fs';
import sqlite from 'node:sqlite';
import { openViews } from '../../../../../main/features/sql/process/openViews.ts';
import { readStatement } from '../../../../../preload/contract/sqlStatement.ts';
import { createSql, type Sql, type SqlOptions } from '../../../../../main/features/sql/sql.ts';
import { startNodeProcess } from '../../../../../main/platform/system/childProcess.ts';
import { openWorkFolder, type WorkFolder } from '../../../../../main/platform/system/workFolder.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import { isResourceRecord, type ResourceRecord } from '../../../../../preload/contract/recordsText.ts';
import { resourceNames, resources, type ResourceName } from '../../../../../preload/contract/resources.ts';
import {
  parseSqlRows,
  sqlLimits,
  type SqlCell,
  type SqlRequest,
} from '../../../../../preload/contract/sql.ts';
import { workers } from '../../../../support/built.ts';
import { writePage } from '../../../../support/storedPages.ts';
import { startService } from '../../sample-service/serviceClient.ts';
import { openTestStore } from '../../store/testStore.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';

export interface SqlFixture extends AsyncDisposable {
  readonly sql: Sql;
  readonly cache: CacheStore;
  /** The folder with the databases, and one for results of tests that start no process. */
  readonly folder: string;
  readonly results: string;
  /** Where the engines keep their results. */
  readonly work: WorkFolder;
  readonly processUrl: URL;
  readonly records: ReadonlyMap<ResourceName, readonly ResourceRecord[]>;
  /** Another engine on the same cache. */
  engine(options: Partial<SqlOptions>): Sql;
  /** Runs a statement and reads all of its rows. */
  rows(sql: string, request?: Partial<SqlRequest>): Promise<SqlCell[][]>;
}

export const request = {
  connectionId: 'one',
  parameters: {},
  seconds: 30,
  labels: false,
} satisfies Omit<SqlRequest, 'sql'>;

/** Sample records in a cache, and the engine over it with processes of their own. */
export async function sqlFixture(data = { assets: 40, transactions: 800, seed: 5 }): Promise<SqlFixture> {
  await using opening = new AsyncDisposableStack();
  const { path: folder } = opening.use(temporaryFolder());
  const work = openWorkFolder(folder);
  opening.defer(() => {
    work.close();
  });
  const { path: results } = opening.use(temporaryFolder());
  const store = opening.use(await openTestStore(folder));
  const cache = await store.cache('one');
  const records = new Map<ResourceName, readonly ResourceRecord[]>();
  {
    await using service = await startService(data);
    for (const resource of resourceNames) {
      const all = (await service.all(resources[resource].path)).filter(isResourceRecord);
      records.set(resource, all);
      await writePage(cache, {
        resource,
        query: {},
        records: all,
        pagination: { page: 1, perPage: all.length, pageCount: 1, resultCount: all.length },
        applied: {},
        fetchedAt: Date.UTC(2026, 10, 20),
        request: resources[resource].path,
      });
    }
  }
  const engine = (options: Partial<SqlOptions>): Sql =>
    createSql({
      open: () => Promise.resolve({ connection: { sample: true }, cache }),
      listAnnotations: () => Promise.resolve([]),
      processUrl: workers.sql,
      startProcess: startNodeProcess,
      ...options,
    });
  const sql = engine({});
  opening.defer(() => sql.close());
  const opened = opening.move();
  return {
    sql,
    cache,
    folder,
    results,
    work,
    processUrl: workers.sql,
    records,
    engine,
    async rows(text, more = {}) {
      const { resultId } = await sql.run({ ...request, sql: text, ...more });
      const rows = await readAll(sql, resultId);
      await sql.closeResult(resultId);
      return rows;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** All rows of a result. */
export async function readAll(sql: Sql, resultId: string): Promise<SqlCell[][]> {
  const rows: SqlCell[][] = [];
  for await (const piece of sql.pieces(resultId)) rows.push(...parseSqlRows(piece));
  return rows;
}

/** The files with results that the engines have. */
export function resultFiles({ work }: SqlFixture): string[] {
  return readdirSync(work.path).filter((name) => name !== 'writing');
}

/** How SQLite finds the rows of a statement over the views: its plan, a line for each step. */
export function planOf(databasePath: string, sql: string): string {
  const { database } = openViews(
    sqlite,
    { databasePath, labels: null, limits: { ...sqlLimits } },
    readStatement(sql).words,
  );
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as unknown as readonly unknown[][];
  database.close();
  return steps.map((step) => String(step[3])).join('\n');
}
