import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSampleTables } from '../../../../main/sample-service/data/tables.ts';
import { makeChunkPages } from '../../../../main/store/query/chunks/chunkPages.ts';
import { installFunctions } from '../../../../main/store/query/functions.ts';
import { makeStatements } from '../../../../main/store/query/statements.ts';
import type { Query } from '../../../../preload/contract/query.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { startService, type TestClient } from './serviceClient.ts';

/** More transactions than a scan answers: their columns are stored in chunks. */
const size = { assets: 60, transactions: 260_000 };
const path = '/v4/transactions';

describe('many transactions', () => {
  const cacheFolder = makeTemporaryFolder('many');
  let service: TestClient;
  let database: Database.Database;
  beforeAll(async () => {
    service = await startService({ ...size, cacheFolder });
    await service.list(path);
    const file = readdirSync(cacheFolder).find((name) => name.endsWith('-transactions.sqlite'));
    database = new Database(join(cacheFolder, file ?? ''), { readonly: true });
  });
  afterAll(async () => {
    database.close();
    await service[Symbol.asyncDispose]();
  });

  const questions: readonly { query: Query; sql: string }[] = [
    { query: { pagination: { page: 400 } }, sql: 'TRUE ORDER BY date DESC, id' },
    {
      query: { sort: { field: 'id', direction: 'asc' }, pagination: { page: 7000 } },
      sql: 'TRUE ORDER BY id',
    },
    {
      query: {
        filter: { field: 'amount', operator: 'gt', value: 1000 },
        sort: { field: 'usd_amount', direction: 'desc' },
        pagination: { page: 30 },
      },
      sql: 'amount > 1000 ORDER BY usd_amount DESC, id',
    },
  ];

  it.each(questions)('are answered as SQL answers them: $sql', async ({ query, sql }) => {
    const marks = database.prepare(
      `SELECT DISTINCT field FROM transactions_chunks WHERE field LIKE '\\_%' ESCAPE '\\'`,
    );
    expect(marks.pluck().all()).toEqual(['_present']);
    const [where = '', order = ''] = sql.split(' ORDER BY ');
    const ids = database
      .prepare(`SELECT id FROM transactions WHERE ${where} ORDER BY ${order}`)
      .pluck()
      .all();
    const { page = 1, perPage = 25 } = query.pagination ?? {};
    const { results, pagination } = await service.list(path, { ...query, pagination: { page, perPage } });
    expect(pagination.resultCount).toBe(ids.length);
    expect(results.map(({ id }) => id)).toEqual(ids.slice((page - 1) * perPage, page * perPage));
  });

  it('are found in chunks, also in an attached file', () => {
    const other = new Database(':memory:');
    try {
      other.prepare('ATTACH DATABASE ? AS attached').run(database.name);
      installFunctions(other);
      const matches = makeChunkPages(makeStatements(other)).matches(
        makeSampleTables(size.transactions).transactions,
        {},
        { openFields: false },
      );
      expect(matches?.count).toBe(database.prepare('SELECT count(*) FROM transactions').pluck().get());
    } finally {
      other.close();
    }
  });

  it('are joined by those that arrive', async () => {
    const query: Query = { sort: { field: 'timestamp', direction: 'desc' } };
    await using live = await startService({ ...size, cacheFolder, livePerMinute: 600 });
    const { results: before } = await live.list(path, query);
    await expect
      .poll(async () => (await live.list(path, query)).results[0]?.['id'])
      .not.toBe(before[0]?.['id']);
  });
});
