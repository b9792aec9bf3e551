import Database from 'better-sqlite3';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as sqlite from 'node:sqlite';
import { beforeAll, expect, it } from 'vitest';
import { createRecordReader, type RecordReader } from '../../../../main/features/records/recordReader.ts';
import { totalRecords } from '../../../../main/features/records/totals.ts';
import { runStatement } from '../../../../main/features/sql/process/runStatement.ts';
import type { SqlMessage, SqlStart } from '../../../../main/features/sql/process/messages.ts';
import { createSql, type Sql } from '../../../../main/features/sql/sql.ts';
import { cachePath } from '../../../../main/platform/sqlite/cachePath.ts';
import { openWorkFolder } from '../../../../main/platform/system/workFolder.ts';
import type { StartChildProcess } from '../../../../main/platform/system/childProcess.ts';
import { makeRandom } from '../../../../main/sample-service/data/random.ts';
import type { CacheStore, Store } from '../../../../main/store/store.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { runCommandHere } from '../../../support/commandHere.ts';
import { workers } from '../../../support/built.ts';
import { atScale } from '../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { connectedTo } from '../../../support/testService.ts';
import { startService, type TestClient } from '../sample-service/serviceClient.ts';
import { openTestStore } from './testStore.ts';

/** The disk changes a bit of a cache: each answer is as before, or says what is damaged. */

let service: TestClient;
let store: Store;
let folder: string;
/** The file of a cache that syncs and lists have filled. */
let bytes: Buffer;
let caches = 0;

beforeAll(async () => {
  service = await startService({ assets: 30, transactions: 200, seed: 7 });
  const synced = makeTemporaryFolder('synced');
  for (const command of [
    ['query', 'issuers', '--query', JSON.stringify(page)],
    ['query', 'networks', '--query', JSON.stringify(fewNetworks)],
    ['sync', 'issuers'],
    ['sync', 'transactions'],
  ]) {
    const options = { folder: synced, key: service.key };
    expect(await runCommandHere([...command, '--base-url', service.url], options)).toMatchObject({ code: 0 });
  }
  const data = join(synced, 'data');
  const [name = ''] = readdirSync(data).filter((file) => /^cache-\w+\.db$/.test(file));
  bytes = readFileSync(join(data, name));
  folder = makeTemporaryFolder('damaged');
  openWorkFolder(folder);
  const opened = await openTestStore(folder);
  store = opened;
  return async () => {
    await opened.close();
    await service[Symbol.asyncDispose]();
  };
});

const page = { sort: { field: 'name', direction: 'asc' }, pagination: { page: 1, perPage: 10 } } as const;
const fewNetworks = {
  sort: { field: 'name', direction: 'asc' },
  pagination: { page: 1, perPage: 2 },
} as const;
const large = {
  filter: { operator: 'gt', field: 'usd_amount', value: 100 },
  sort: { field: 'usd_amount', direction: 'desc' },
} as const;

/** Runs statements in this process, as the process of SQL does. */
const startHere: StartChildProcess = () => {
  let tell = (_: SqlMessage): void => undefined;
  let exit = (): void => undefined;
  return {
    post: (start) => void runStatement(sqlite, start as SqlStart, (message) => setImmediate(tell, message)),
    onMessage: (listener) => (tell = listener),
    onExit: (listener) => (exit = listener),
    kill: () => setImmediate(exit),
  };
};

interface Opened extends AsyncDisposable {
  readonly cache: CacheStore;
  readonly recordReader: RecordReader;
  readonly clock: { offline: boolean };
  readonly sql: Sql;
}

/** Opens a cache of these bytes. */
async function open(file: Buffer): Promise<Opened> {
  caches += 1;
  const id = `damaged-${caches.toString()}`;
  writeFileSync(cachePath(folder, id), file);
  const cache = await store.cache(id);
  const clock = { offline: true };
  const recordReader = createRecordReader({
    ...connectedTo(service),
    cache,
    freshForMs: () => Infinity,
    offline: () => clock.offline,
    now: () => Date.now(),
  });
  const sql = createSql({
    open: () => Promise.resolve({ connection: { sample: false }, cache }),
    listAnnotations: () => Promise.resolve([]),
    processUrl: workers.sql,
    startProcess: startHere,
  });
  return {
    cache,
    recordReader,
    clock,
    sql,
    async [Symbol.asyncDispose]() {
      await sql.close();
      await cache.close();
    },
  };
}

type Question = (opened: Opened) => Promise<unknown>;

async function rowsOf({ sql }: Opened, statement: string): Promise<unknown> {
  const { resultId } = await sql.run({
    connectionId: 'test',
    sql: statement,
    parameters: {},
    labels: false,
    seconds: 60,
  });
  return (await sql.read(resultId, { start: 0, end: 100 })).rowsText;
}

/** What is asked of each cache. Times and requests of an answer are left out. */
const questions: Readonly<Record<string, Question>> = {
  'a page': async ({ recordReader }) => (await recordReader.list('issuers', page)).records,
  // Their bodies are read without the lists of a network, which are long.
  'a page of networks': async ({ recordReader }) =>
    (await recordReader.list('networks', fewNetworks, { fields: ['name'] })).records,
  'a list': async ({ recordReader }) => (await recordReader.list('issuers', {})).records,
  'a filter': async ({ recordReader }) => {
    const { records, pagination } = await recordReader.list('transactions', large);
    return { records, pagination };
  },
  'a record': async ({ recordReader }) => (await recordReader.record('issuers', 3)).record,
  totals: async ({ recordReader, cache }) =>
    (
      await totalRecords(recordReader, cache, {
        resource: 'transactions',
        query: {},
        rows: [{ field: 'transaction_type_id' }],
        measures: [{ kind: 'count' }, { kind: 'sum', field: 'usd_amount' }],
      })
    ).rows,
  summary: async ({ cache }) => {
    const { completeAsOf: _, ...summary } = await cache.readSummary({
      resource: 'transactions',
      query: {},
      fields: ['usd_amount'],
    });
    return summary;
  },
  'SQL over transactions': (opened) =>
    rowsOf(
      opened,
      'SELECT count(*), sum(usd_amount), max(timestamp), count(DISTINCT from_address) FROM transactions',
    ),
  'SQL over issuers': (opened) =>
    rowsOf(
      opened,
      'SELECT name, count(*), sum(m.val) FROM issuers JOIN issuers_metrics m USING (id) GROUP BY name',
    ),
};

const namesDamage = /^(The disk damaged (cached|a part of)|A database of the app is damaged)/;

async function answersOf(opened: Opened): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [name, ask] of Object.entries(questions)) {
    try {
      answers.set(name, JSON.stringify(await ask(opened)));
    } catch (error) {
      answers.set(
        name,
        error instanceof FailureError && namesDamage.test(error.message)
          ? 'damaged'
          : `raw: ${String(error)}`,
      );
    }
  }
  return answers;
}

async function answersOfSound(): Promise<Map<string, string>> {
  await using opened = await open(bytes);
  return await answersOf(opened);
}

it('one bit that flips changes no answer in silence, wherever it is', async () => {
  const sound = await answersOfSound();
  for (const answer of sound.values()) expect(answer).not.toMatch(/^raw|^damaged|^null/);
  await atScale(import.meta.filename, 800, async ({ count, seed }) => {
    const random = makeRandom(seed);
    const wrong: string[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      let at = random.integer(100, bytes.length - 1);
      // Most of a small cache is empty.
      while (bytes[at] === 0) at = random.integer(100, bytes.length - 1);
      const bit = random.integer(0, 7);
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      const where = `bit ${bit.toString()} of byte ${at.toString()}`;
      try {
        const { length } = store.notices;
        await using opened = await open(flipped);
        // It was found when it was opened, and a notice says so.
        if (store.notices.length > length) continue;
        for (const [name, answer] of await answersOf(opened))
          if (answer !== 'damaged' && answer !== sound.get(name))
            wrong.push(`${where}: ${name}: ${answer.slice(0, 120)}`);
      } catch (error) {
        if (!(error instanceof FailureError)) throw new Error(where, { cause: error });
      }
    }
    expect(wrong).toEqual([]);
  });
}, 600_000);

/** Opens a cache in which a statement has changed something. */
function changed(statement: string): Promise<Opened> {
  const path = join(folder, 'changed.db');
  writeFileSync(path, bytes);
  const database = new Database(path);
  expect(database.prepare(statement).run().changes).toBeGreaterThan(0);
  database.close();
  return open(readFileSync(path));
}

it.each([
  [
    'a body',
    `UPDATE issuers_bodies SET content = replace(content, '{"', '{"x') WHERE key = (SELECT _body FROM issuers ORDER BY name)`,
  ],
  [
    'the key of a body',
    'UPDATE issuers_bodies SET key = key + 1000 WHERE key = (SELECT _body FROM issuers ORDER BY name)',
  ],
  ['a value', 'UPDATE issuers SET name = name || 1 WHERE _key = (SELECT _key FROM issuers ORDER BY name)'],
  ['a page', `UPDATE pages SET pagination = replace(pagination, '"page":1', '"page":2')`],
])('%s that is damaged is left out in no answer, and fetched again online', async (what, statement) => {
  await using opened = await changed(statement);
  const { recordReader, clock } = opened;
  const sound = await answersOfSound();
  const ask = async (name: string): Promise<unknown> => JSON.stringify(await questions[name]?.(opened));
  if (what === 'a page') expect(await ask('a page')).toBe(sound.get('a page'));
  else
    for (const name of ['a page', 'a list', 'SQL over issuers'])
      await expect(ask(name)).rejects.toMatchObject({
        failure: {
          code: 'damaged',
          message: 'The disk damaged cached issuers. Go online and sync them again, or clear the cache.',
        },
      });
  clock.offline = false;
  expect((await recordReader.list('issuers', page)).provenance.source).toBe(
    what === 'a page' ? 'local' : 'service',
  );
  clock.offline = true;
  for (const [name, answer] of sound) expect(await ask(name), name).toBe(answer);
});

it('a body without its lists that is damaged is in no answer, and fetched again online', async () => {
  await using opened = await changed(`UPDATE networks_bodies SET brief = replace(brief, '{"', '{"x')`);
  const { recordReader, clock } = opened;
  const ask = async (): Promise<unknown> => JSON.stringify(await questions['a page of networks']?.(opened));
  await expect(ask()).rejects.toMatchObject({ failure: { code: 'damaged' } });
  clock.offline = false;
  expect((await recordReader.list('networks', fewNetworks, { fields: ['name'] })).provenance.source).toBe(
    'service',
  );
  clock.offline = true;
  expect(await ask()).toBe((await answersOfSound()).get('a page of networks'));
});

it.each([
  ['has another letter', `'n' || substr(name, 2)`],
  ['is no text', 'CAST(name AS BLOB)'],
])(
  'the name of a field in the history that %s is named where it is needed, until the cache is cleared',
  async (_, as) => {
    const path = join(folder, 'changed.db');
    writeFileSync(path, bytes);
    const database = new Database(path);
    database.unsafeMode();
    // As a bit does that flips, it changes what the table would refuse.
    database.exec(`
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'history_fields';
    PRAGMA writable_schema = RESET;
    UPDATE history_fields SET name = ${as} WHERE resource = 'issuers';
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'history_fields';
  `);
    database.close();
    await using opened = await open(readFileSync(path));
    const { cache, recordReader, clock } = opened;
    expect(await answersOf(opened)).toEqual(await answersOfSound());
    const history = (): Promise<unknown> =>
      cache.readRecordChanges({ resource: 'issuers', id: 3, since: '2026-01-01' });
    await expect(history()).rejects.toMatchObject({ failure: { code: 'damaged' } });
    await cache.clear();
    clock.offline = false;
    expect(JSON.stringify((await recordReader.list('issuers', page)).records)).toBe(
      (await answersOfSound()).get('a page'),
    );
    expect(await history()).toMatchObject({ change: null });
  },
);

it('columns of transactions that are damaged are made anew from the records', async () => {
  await using opened = await changed('UPDATE transactions_chunks SET packed = zeroblob(length(packed))');
  expect(await answersOf(opened)).toEqual(await answersOfSound());
});
