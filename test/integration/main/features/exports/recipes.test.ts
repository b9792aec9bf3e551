import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { byDuckDb, exportFixture, readWhole } from './exportFixture.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

/** The recipes of docs/exports.md, run as they stand there on files that an export has written. */

const run = promisify(execFile);
const document = await readFile('docs/exports.md', 'utf8');

/** The only block of a language. */
function recipe(language: string): string {
  const found = [...document.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  );
  return found.find((code) => !code.includes('copy')) ?? '';
}

const copyCommand = /^\\copy .*$/m.exec(document)?.[0] ?? '';
const plain = Array.from({ length: 40 }, (_value, index) => ({
  id: `1-0x${index.toString(16)}-0-0`,
  date: `2026-11-${(10 + (index % 4)).toString()}T00:00:00.000Z`,
  timestamp: `2026-11-${(10 + (index % 4)).toString()}T09:30:00Z`,
  transaction_hash: index === 3 ? '=1+1, "quoted"' : `0x${index.toString()}`,
  amount: index / 3,
  usd_amount: index,
  from_address: index % 2 === 0 ? null : '0xabc',
  token_id: index,
}));

function works(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const pandas = ['python3', '/usr/bin/python3'].find((program) => works(program, '-c', 'import pandas'));
const postgres = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)[0]
  : undefined;

describe('the recipe', () => {
  it('for pandas reads the CSV', async (context) => {
    if (pandas === undefined) context.skip('pandas is not installed');
    await using fixture = await exportFixture(plain);
    const { path } = await fixture.export('csv');
    await rename(path, join(fixture.folder, 'transactions.csv'));
    const code = `${recipe('python')}\nprint(len(frame), frame['usd_amount'].sum(), frame['id'][0])`;
    const { stdout } = await run(pandas ?? '', ['-c', code], { cwd: fixture.folder });
    expect(stdout.trim()).toBe('40 780 1-0x0-0-0');
  });

  it('for pandas keeps texts that look like numbers or like none, and figures that are missing', async (context) => {
    if (pandas === undefined) context.skip('pandas is not installed');
    const texts = ['NA', 'NULL', 'null', 'nan', 'NaN', 'None', 'N/A', 'TRUE', '1E5', '1,5', 'Other'];
    await using fixture = await exportFixture([
      { id: '007', date: '2026-11-10', usd_amount: 1.5, from_address: 'NA' },
      { id: '1e5', date: '2026-11-10', usd_amount: null, from_address: 'null' },
      ...texts.map((text, index) => ({
        id: `2-0x${index.toString()}`,
        date: '2026-11-10',
        usd_amount: 2,
        from_address: text,
      })),
    ]);
    const { path } = await fixture.export('csv');
    await rename(path, join(fixture.folder, 'transactions.csv'));
    const shown = `json.dumps([list(frame['id'][:2]), list(frame['from_address']), list(frame['usd_amount'].fillna(-1)[:2])])`;
    const code = `import json\n${recipe('python')}\nprint(${shown})`;
    const { stdout } = await run(pandas ?? '', ['-c', code], { cwd: fixture.folder });
    expect(JSON.parse(stdout)).toEqual([
      ['007', '1e5'],
      ['NA', 'null', ...texts],
      [1.5, -1],
    ]);
  });

  it('for DuckDB reads the Parquet', async () => {
    await using fixture = await exportFixture(plain);
    const { path } = await fixture.export('parquet');
    const rows = await byDuckDb(recipe('sql').replace('transactions.parquet', path));
    expect(rows.map(([, sum]) => sum)).toEqual([180, 190, 200, 210]);
  });

  it('for DuckDB reads a folder of files by its parts', async () => {
    await using fixture = await exportFixture(plain);
    await readWhole(fixture, plain);
    const { path } = await fixture.export('parquet', { parts: { by: 'month' } });
    const rows = await byDuckDb(
      recipe('duckdb').replace("'transactions/", `'${path}/`).replaceAll('day', 'month'),
    );
    expect(rows.map(([, count]) => Number(count))).toEqual([40]);
  });

  it('for PostgreSQL copies the CSV into a table @nightly', async (context) => {
    if (postgres === undefined) context.skip('PostgreSQL is not installed');
    if (process.getuid?.() === 0 && !works('runuser', '-u', 'postgres', '--', 'true')) {
      context.skip('PostgreSQL does not run as root, and there is no user postgres');
    }
    await using fixture = await exportFixture(plain);
    const { path } = await fixture.export('csv', { byteOrderMark: false });
    // PostgreSQL does not run as root: it gets a folder that its user may write to.
    const folder = makeTemporaryFolder('pg');
    await chmod(folder, 0o777);
    await run('cp', [path, join(folder, 'transactions.csv')]);
    await chmod(join(folder, 'transactions.csv'), 0o644);
    const bin = postgres ?? '';
    const script = `cd '${folder}' && '${bin}/initdb' -D db -A trust -U tester > log && '${bin}/pg_ctl' -D db -w -l log -o "-k '${folder}' -c listen_addresses=''" start > log2
psql -X -q -t -A -h '${folder}' -U tester postgres <<'END'
CREATE TABLE transactions (id text PRIMARY KEY, date date, timestamp timestamptz, transaction_hash text, amount double precision, usd_amount double precision, from_address text, token_id text);
${copyCommand}
SELECT count(*), count(from_address), sum(usd_amount), max(transaction_hash) FILTER (WHERE id = '1-0x3-0-0') FROM transactions;
END
'${bin}/pg_ctl' -D db -m immediate stop > log2`;
    const shell = ['sh', '-c', script];
    const command = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...shell] : shell;
    const { stdout } = await run(command[0] ?? '', command.slice(1));
    expect(stdout.trim()).toBe(`40|20|780|'=1+1, "quoted"`);
  });

  it('for cron asks for what changed, and its percent signs are escaped', async () => {
    const line = recipe('cron').trim();
    expect(line).toMatch(/^0 6 \* \* \* rwa-explorer export /);
    const command = line.replace('0 6 * * * ', '').replaceAll('\\%', '%');
    const home = makeTemporaryFolder('cron');
    await mkdir(join(home, 'bin'));
    // A program of that name shows what it is handed.
    const { stdout } = await run(
      'sh',
      ['-c', `rwa_explorer() { printf '%s\\n' "$@"; }; ${command.replace('rwa-explorer', 'rwa_explorer')}`],
      {
        env: { ...process.env, HOME: home },
      },
    );
    const words = stdout.trim().split('\n');
    expect(words.slice(0, 5)).toEqual(['export', 'assets', '--force', '--out', `${home}/changed.csv`]);
    expect(JSON.parse(words.at(-1) ?? '')).toMatchObject({
      filter: { operator: 'onOrAfter', field: '_updated_at' },
    });
  });
});
