import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../../support/built.ts';
import { runCommandHere } from '../../../support/commandHere.ts';
import { jsonLines, runCommand, type Outcome } from '../../../support/runCommand.ts';
import { startService, type TestClient } from '../sample-service/serviceClient.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** `rwa-explorer sql` on what an earlier command has cached. */

let service: TestClient;
let folder: string;

beforeAll(async () => {
  service = await startService({ assets: 30, transactions: 200, seed: 7 });
  folder = makeTemporaryFolder('cli-sql');
  expect(await cli(['sync', 'networks', '--base-url', service.url])).toMatchObject({ code: 0 });
  const page = '{"pagination":{"page":1,"perPage":10}}';
  expect(await cli(['query', 'assets', '--query', page, '--base-url', service.url])).toMatchObject({
    code: 0,
  });
});
afterAll(() => service[Symbol.asyncDispose]());

function cli(argv: readonly string[], input?: string): Promise<Outcome> {
  const options = { folder, key: service.key };
  return input === undefined ? runCommandHere(argv, options) : runCommand(argv, { ...options, input });
}

const sql = (...rest: string[]): Promise<Outcome> => cli(['sql', ...rest, '--base-url', service.url]);

describe('rwa-explorer sql', () => {
  it('prints the rows as JSON Lines, and on the standard error what they cover', async () => {
    const whole = await sql(
      'SELECT count(*) AS networks, :word AS word FROM networks',
      '--param',
      'word=a=b',
    );
    expect(jsonLines(whole.out)).toEqual([{ networks: expect.any(Number) as number, word: 'a=b' }]);
    expect(whole.err).toMatch(/^Networks: \d+ records, complete as of 20.*Z\.$/m);
    expect(whole.code).toBe(0);
    const part = await sql('SELECT id FROM assets ORDER BY id LIMIT 2');
    expect(jsonLines(part.out)).toHaveLength(2);
    expect(part.err).toMatch(/^Assets: from 10 cached records; other records may exist\.$/m);
    expect(part.code).toBe(7);
  });

  it('leaves no file where it is stopped while it writes one @nightly', async () => {
    const out = makeTemporaryFolder('cli-sql-out');
    const columns = Array.from({ length: 100 }, (_, at) => `i + ${at.toString()} AS c${at.toString()}`);
    const rows = 'WITH RECURSIVE rows(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM rows WHERE i < 50000)';
    const statement = `${rows} SELECT ${columns.join(', ')} FROM rows`;
    const { code } = await runCommand(
      ['sql', statement, '--out', join(out, 'wide.xlsx'), '--base-url', service.url],
      { folder, key: service.key, interrupt: () => expect.poll(() => readdirSync(out)).toHaveLength(1) },
    );
    expect({ code, left: readdirSync(out) }).toEqual({ code: 130, left: [] });
  });

  it('takes the statement from a file and from the standard input @nightly', async () => {
    const file = join(folder, 'statement.sql');
    await writeFile(file, '-- three\nSELECT :number + 1 AS three, typeof(:text) AS type;\n');
    const parameters = ['--param', 'number=2', '--param', 'text="2"'];
    expect(jsonLines((await sql('--file', file, ...parameters)).out)).toEqual([{ three: 3, type: 'text' }]);
    await writeFile(file, '\uFEFFSELECT 1 AS "Börse"', 'utf16le');
    const wide = await sql('--file', file);
    expect(jsonLines(wide.out)).toEqual([{ Börse: 1 }]);
    expect(wide.err).toContain('Read as UTF-16LE.');
    const piped = await cli(['sql', '--base-url', service.url, '--format', 'csv'], 'SELECT 1 AS a, 1 AS a');
    expect(piped.out).toBe('a,a_2\r\n1,1\r\n');
    expect(await sql('--file', join(folder, 'missing.sql'))).toMatchObject({ code: 2 });
  });

  it('writes a file whose description has the statement and what it covers', async () => {
    const out = join(folder, 'networks.xlsx');
    expect((await sql('SELECT name FROM networks', '--out', out, '--format', 'xlsx')).code).toBe(0);
    expect(JSON.parse(await readFile(`${out}.json`, 'utf8'))).toMatchObject({
      sql: 'SELECT name FROM networks',
      parameters: {},
      viewsVersion: 1,
      covers: [{ resource: 'networks', completeAsOf: expect.stringMatching(/^20/) as string }],
      source: 'local',
      complete: true,
    });
    expect(execFileSync(process.execPath, [commandLine, 'verify', out], { encoding: 'utf8' })).toContain(
      'unchanged',
    );
    expect(await sql('SELECT 1', '--format', 'parquet')).toMatchObject({ code: 2, out: '' });
  });

  it('refuses statements that do not only read, and stops after its time, each with one sentence', async () => {
    const refused = await sql("VACUUM INTO 'made.db'");
    expect(refused).toMatchObject({ code: 4, out: '' });
    expect(refused.err).toContain(
      'Only reading is possible: a statement begins with SELECT, WITH or VALUES.',
    );
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    const stopped = await sql(endless, '--timeout', '1');
    expect(stopped).toMatchObject({ code: 4, out: '' });
    expect(stopped.err).toContain('The statement was stopped after 1 s.');
    expect(await sql('SELECT 1', '--timeout', '601')).toMatchObject({ code: 2 });
  });

  it('lists the views and their columns without a connection', async () => {
    const columns = jsonLines((await cli(['sql', '--views', 'transactions'])).out);
    expect(columns).toContainEqual(
      expect.objectContaining({
        view: 'transactions',
        column: 'date__ms',
        type: 'milliseconds',
        indexed: true,
      }),
    );
    expect(await cli(['sql', '--views', 'fetches'])).toMatchObject({ code: 2, out: '' });
  });
});
