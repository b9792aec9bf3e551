import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import sqlite from 'node:sqlite';
import { guard } from '../../../../../main/features/sql/process/guard.ts';
import { openViews } from '../../../../../main/features/sql/process/openViews.ts';
import { runStatement } from '../../../../../main/features/sql/process/runStatement.ts';
import type { SqlMessage } from '../../../../../main/features/sql/process/messages.ts';
import { sqlLimits } from '../../../../../preload/contract/sql.ts';
import { someOf } from '../../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { hostileStatements } from './hostileStatements.ts';
import { request, sqlFixture, type SqlFixture } from './sqlFixture.ts';

/** SQL that wants more than to read the views. */

let fixture: SqlFixture;
/** A copy that the store does not have open: its own log is copied into the cache's file now and then. */
let folder: string;
let databasePath: string;
beforeAll(async () => {
  fixture = await sqlFixture({ assets: 3, transactions: 20, seed: 5 });
  folder = makeTemporaryFolder('hostile-sql');
  databasePath = join(folder, 'cache.db');
  const original = new sqlite.DatabaseSync(fixture.cache.path, { readOnly: true });
  original.exec(`VACUUM INTO '${databasePath}'`);
  original.close();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** The SHA-256 of each file beside the cache. */
function hashes(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

/** What the process does with a statement, without the process. */
async function outcomeOf(sql: string, name: string): Promise<SqlMessage | undefined> {
  const told: SqlMessage[] = [];
  await runStatement(
    sqlite,
    {
      databasePath,
      sql,
      parameters: {},
      labels: null,
      resultPath: join(fixture.results, name),
      limits: { ...sqlLimits },
    },
    (message) => told.push(message),
  );
  return told.at(-1);
}

it(
  'hostile statements are each refused, in a sentence, and change no file',
  { timeout: 300_000 },
  async () => {
    expect(new Set(hostileStatements).size).toBeGreaterThanOrEqual(200);
    const before = hashes();
    const out = join(folder, 'made.db');
    const taken: string[] = [];
    for (const [index, hostile] of someOf(hostileStatements, 0.25).entries()) {
      const sql = hostile.replaceAll('OUT', out);
      const outcome = await outcomeOf(sql, index.toString());
      if (outcome?.kind !== 'failed' || outcome.why !== 'statement' || outcome.message === '') {
        taken.push(`${sql}: ${JSON.stringify(outcome)}`);
      }
    }
    expect(taken).toEqual([]);
    // What was refused was not refused for another reason.
    expect(await outcomeOf('SELECT count(*) FROM assets', 'harmless')).toMatchObject({ kind: 'done' });
    expect(existsSync(out)).toBe(false);
    expect(hashes()).toEqual(before);
  },
);

it.each([
  "VACUUM INTO 'OUT'",
  'WITH assets AS (SELECT * FROM fetches) SELECT * FROM assets',
  "SELECT load_extension('OUT')",
])('the process refuses it as well: %s', async (hostile) => {
  const before = hashes();
  const sql = hostile.replaceAll('OUT', join(folder, 'made.db'));
  const { readHoldings, checkRecords } = fixture.cache;
  const engine = fixture.engine({
    open: () =>
      Promise.resolve({
        connection: { sample: true },
        cache: { path: databasePath, readHoldings, checkRecords },
      }),
  });
  await expect(engine.run({ ...request, sql })).rejects.toMatchObject({
    failure: { code: 'bad-query' },
  });
  expect(hashes()).toEqual(before);
});

it('the guard alone refuses what is no reading, and whoever takes the name of a view', () => {
  const limits = { ...sqlLimits };
  const { database, names } = openViews(sqlite, { databasePath, labels: null, limits }, new Set(['assets']));
  guard(database, { ...names, constants: sqlite.constants });
  for (const sql of [
    `VACUUM INTO '${join(folder, 'made.db')}'`,
    `ATTACH '${join(folder, 'made.db')}' AS other`,
    'PRAGMA query_only = 0',
    'CREATE TEMP TABLE t (x)',
    'CREATE TEMP VIEW v AS SELECT * FROM fetches',
    'SELECT * FROM sqlite_temp_schema',
    'WITH assets AS (SELECT * FROM fetches) SELECT * FROM assets',
    'SELECT * FROM (SELECT * FROM fetches) assets',
    'SELECT count(*) FROM fetches',
    // Even where the name of the cache was known.
    `WITH assets AS (SELECT * FROM ${names.schema}.fetches) SELECT * FROM assets`,
  ]) {
    expect(() => database.exec(sql), sql).toThrow();
  }
  expect(database.prepare('SELECT count(*) FROM assets').all()).toEqual([[3n]]);
  database.close();
});

it.each([
  'SELECT \';\', name AS "drop table" FROM assets -- ; DELETE',
  'WITH fetches AS (SELECT 1 AS pages) SELECT count(*) FROM fetches',
  "SELECT a.value FROM json_each('[1]') a, json_tree('{}')",
  'SELECT count(*) FROM assets a, tokens t LEFT JOIN networks USING (id);',
  'SELECT max(id) OVER (ORDER BY name) FROM (SELECT * FROM assets) AS fetches',
  'SELECT name FROM temp.assets WHERE name LIKE :x',
])('what only looks hostile is run: %s', async (sql) => {
  await expect(fixture.rows(sql, { parameters: { x: '%' } })).resolves.not.toEqual([]);
});
