import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecordReader, type RecordReader } from '../../../../../main/features/records/recordReader.ts';
import { createSql, type Sql } from '../../../../../main/features/sql/sql.ts';
import { startNodeProcess } from '../../../../../main/platform/system/childProcess.ts';
import { openWorkFolder } from '../../../../../main/platform/system/workFolder.ts';
import type { ListQuery } from '../../../../../preload/contract/query.ts';
import { workers } from '../../../../support/built.ts';
import { answerBytes } from '../../../../support/storedPages.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';
import { connectedTo } from '../../../../support/testService.ts';
import { wholeProof } from '../../../../support/wholeProof.ts';
import { openTestStore } from '../../store/testStore.ts';
import { readAll, request } from '../sql/sqlFixture.ts';

/** A cached list and SQL over it give the same order and find the same texts, whatever their case, accents and invisible characters. */

const assets = (
  [
    [1, 'Zeta', 'NA', null],
    [2, 'apple', 'NULL', 'None'],
    [3, 'Äther', 'TRUE', 'Other'],
    [4, 'eBond', '1E5', ''],
    [5, 'Treasury \u202egnp.exe', 'nan', 'none'],
    [6, 'USD\u0421oin', 'N/A', null],
    [7, 'ångström', 'None', 'Éco'],
  ] as const
).map(([id, name, ticker, status]) => ({ id, name, ticker, status }));
const byName = [7, 2, 3, 4, 5, 6, 1];
const now = Date.UTC(2026, 10, 28);

const opened = new AsyncDisposableStack();
let recordReader: RecordReader;
let sql: Sql;

beforeAll(async () => {
  const store = opened.use(await openTestStore(opened.use(temporaryFolder()).path));
  const cache = await store.cache('test');
  const subject = { resource: 'assets', filter: undefined } as const;
  const pagination = { page: 1, perPage: 200, pageCount: 1, resultCount: assets.length };
  await cache.syncs.begin({ ...subject, startedAt: now, perPage: 200 });
  await cache.syncs.writePage({
    ...subject,
    bytes: answerBytes({ records: assets, pagination }),
    fetchedAt: now,
    request: 'assets',
    page: 1,
    perPage: 200,
  });
  await cache.syncs.finish({ ...subject, now, ...wholeProof });
  recordReader = createRecordReader({
    ...connectedTo(
      { url: 'http://127.0.0.1:9' },
      { transport: () => Promise.reject(new Error('connect ECONNREFUSED')) },
    ),
    cache,
    freshForMs: () => 60_000,
    offline: () => true,
    now: () => now + 1000,
  });
  const work = openWorkFolder(opened.use(temporaryFolder()).path);
  opened.defer(() => {
    work.close();
  });
  sql = createSql({
    open: () => Promise.resolve({ connection: { sample: true }, cache }),
    listAnnotations: () => Promise.resolve([]),
    processUrl: workers.sql,
    startProcess: startNodeProcess,
  });
  opened.defer(() => sql.close());
});
afterAll(() => opened.disposeAsync());

async function listed(query: ListQuery): Promise<unknown[]> {
  const { records } = await recordReader.list('assets', {
    sort: { field: 'id', direction: 'asc' },
    ...query,
  });
  return records.map(({ id }) => id);
}

async function selected(statement: string): Promise<unknown[]> {
  const { resultId } = await sql.run({ ...request, sql: statement });
  return (await readAll(sql, resultId)).map(([first]) => first);
}

it('in the order of their names', async () => {
  expect(await listed({ sort: { field: 'name', direction: 'asc' } })).toEqual(byName);
  expect(await selected('SELECT id FROM assets ORDER BY text_key(name)')).toEqual(byName);
});

it.each([
  ['status', '%éco%', [7]],
  ['status', '%ÉCO', [7]],
  ['status', 'none', [2, 5]],
  ['name', 'äTHER', [3]],
  ['name', '%STRÖM', [7]],
  // Letters that only look the same are others.
  ['name', 'usdcoin', []],
  ['ticker', 'na', [1]],
] as const)('%s like %s', async (field, value, ids) => {
  expect(await listed({ filter: { operator: 'ilike', field, value } })).toEqual(ids);
  expect(await selected(`SELECT id FROM assets WHERE ${field} LIKE '${value}' ORDER BY id`)).toEqual(ids);
});
