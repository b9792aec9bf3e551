import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { runCommandHere } from '../../support/commandHere.ts';
import { lacksPostgres, startPostgres, type PostgresServer } from '../../support/postgres.ts';
import {
  dayMs,
  Digits,
  isList,
  isRecord,
  readAll,
  readRaw,
  type Raw,
  type RawRecord,
} from '../../support/reference/answers.ts';
import { doubleOf, expectedCell, foundCell, type Form } from '../../support/reference/cells.ts';
import type { Kinds } from '../../support/reference/conditions.ts';
import { compareExact, plainDigits, readExact } from '../../support/reference/exact.ts';
import { serve } from '../../support/reference/service.ts';
import { readCsv, readSheet } from '../../support/reference/files.ts';
import {
  idOf,
  kindsOf,
  makeWorld,
  type WorldResource,
  type WorldSize,
} from '../../support/reference/world.ts';
import { atScale } from '../../support/scale.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { byDuckDb } from '../main/features/exports/exportFixture.ts';

/** Cells of random records in every file and answer that the app writes, beside what the service has sent. */

const key = 'rwa_test_reference';

/** What a door has of a resource: a row for each record, by the names of its columns. */
type Rows = readonly Readonly<Record<string, Raw>>[];

/** @param server PostgreSQL, one for all worlds; null where there is none */
async function compareCells(seed: number, size: WorldSize, server: PostgresServer | null): Promise<number> {
  const { records } = makeWorld(seed, size);
  await using service = await serve((resource) => records[resource]);
  const folder = makeTemporaryFolder('cells');
  const cli = async (...argv: string[]): Promise<string> => {
    const environment = server === null ? {} : { PGPASSWORD: server.password };
    const { code, out, err } = await runCommandHere([...argv, '--base-url', service.url], {
      folder,
      key,
      environment,
    });
    if (code !== 0 && code !== 7) throw new Error(`${argv.join(' ')} ended with ${code.toString()}: ${err}`);
    return out;
  };
  let compared = 0;
  for (const resource of Object.keys(kindsOf) as WorldResource[]) {
    const kinds: Kinds = kindsOf[resource];
    const columns = Object.entries(kinds).flatMap(([name, kind]) =>
      kind === 'metric' ? [name, `${name}:val_7d`, `${name}:chg_7d_pct`] : [name],
    );
    const sent = new Map((await readAll(service.url, key, resource)).map((record) => [idOf(record), record]));
    await cli('sync', resource);
    const exported = async (ending: string, ...options: string[]): Promise<string> => {
      const file = path.join(folder, `${resource}.${ending}`);
      await cli('export', resource, '--cached', '--columns', columns.join(','), '--out', file, ...options);
      return file;
    };
    // A member of a metric is a row of another view.
    const selection = columns.map((name) => {
      const [field = '', member] = name.split(':');
      const inMetrics = `(SELECT ${member ?? ''} FROM ${resource}_metrics AS m WHERE m.id = r.id AND field = '${field}')`;
      return member === undefined ? `"${name}"` : `${inMetrics} AS "${name}"`;
    });
    const statement = `SELECT ${selection.join(', ')} FROM ${resource} AS r`;
    const selected = async (ending: string, ...options: string[]): Promise<string> => {
      const file = path.join(folder, `selected-${resource}.${ending}`);
      await cli('sql', statement, '--out', file, ...options);
      return file;
    };
    const doors: Readonly<Record<string, readonly [Form, () => Promise<Rows>]>> = {
      csv: [
        'text',
        async () => tableRows(readCsv(await readFile(await exported('csv', '--formulas', 'keep'), 'utf8'))),
      ],
      jsonl: ['json', async () => lines(await readFile(await exported('jsonl'), 'utf8'))],
      json: ['json', async () => rowsOf(readRaw(await readFile(await exported('json'), 'utf8')))],
      'query --all': [
        'json',
        async () => lines(await cli('query', resource, '--all', '--columns', columns.join(','))),
      ],
      xlsx: ['text', async () => datedRows(kinds, tableRows(await readSheet(await exported('xlsx'))))],
      parquet: ['typed', async () => parquetRows(await exported('parquet'), columns)],
      sql: ['double', async () => lines(await cli('sql', statement))],
      'sql to csv': [
        'double',
        async () => tableRows(readCsv(await readFile(await selected('csv', '--formulas', 'keep'), 'utf8'))),
      ],
      'sql to parquet': ['double', async () => parquetRows(await selected('parquet'), columns)],
      postgres: [
        'text',
        async () => {
          if (server === null) return [];
          const to = `postgres://${server.user}@127.0.0.1:${server.port.toString()}/${server.database}/m${seed.toString()}`;
          await cli('mirror', resource, '--to', to);
          const schema = `m${seed.toString()}`;
          const chosen = columns.map((name) => {
            const [field = '', member] = name.split(':');
            const inMetrics = `(SELECT ${member ?? ''} FROM ${schema}.${resource}_metrics AS m WHERE m.id = r.id AND field = '${field}')`;
            return `${member === undefined ? `"${name}"` : inMetrics}::text AS "${name}"`;
          });
          const rows = await server.query(
            `SELECT ${chosen.join(', ')}, _record::text FROM ${schema}.${resource} AS r`,
          );
          return rows as Rows;
        },
      ],
    };
    for (const [door, [form, read]] of Object.entries(doors)) {
      if (door === 'postgres' && server === null) continue;
      const rows = await read();
      const others: string[] = [];
      for (const row of rows) {
        const id = idOf(row as RawRecord);
        const record = sent.get(id);
        if (record === undefined) {
          others.push(`${id} was never sent`);
          continue;
        }
        const whole = typeof row['_record'] === 'string' ? readRaw(row['_record']) : asKept(record);
        if (foundCell('json', 'object', whole) !== foundCell('json', 'object', asKept(record)))
          others.push(`${id} is another record`);
        for (const name of columns) {
          const kind = kinds[name.split(':')[0] ?? ''] ?? 'text';
          const [expected, got] = [
            expectedCell(form, kind, record, name),
            foundCell(form, kind, row[name] ?? null),
          ];
          compared += 1;
          if (expected !== got) others.push(`${id} ${name}: ${got} for ${expected}`);
        }
      }
      expect({ seed, resource, door, rows: rows.length, others: others.slice(0, 5) }).toEqual({
        seed,
        resource,
        door,
        rows: sent.size,
        others: [],
      });
    }
  }
  return compared;
}

/** JSON has a number beyond a double as the text of its digits. Rule: RFC 7493, 2.2. */
function asKept(raw: Raw): Raw {
  if (isList(raw)) return raw.map(asKept);
  if (isRecord(raw))
    return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, asKept(value)]));
  const number = raw instanceof Digits ? readExact(raw.text) : null;
  return number === null || compareExact(number, doubleOf(number)) === 0 ? raw : plainDigits(number);
}

function rowsOf(list: Raw): Rows {
  return isList(list) ? list.filter(isRecord) : [];
}

function lines(text: string): Rows {
  return rowsOf(readRaw(`[${text.trim().split('\n').join(',')}]`));
}

function tableRows([names = [], ...rows]: ReturnType<typeof readCsv>): Rows {
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name ?? '', row[index] ?? null])));
}

/** Days and moments of a workbook are days since 1899-12-30. */
function datedRows(kinds: Kinds, rows: Rows): Rows {
  const moment = (serial: Raw): string =>
    new Date(Math.round((Number(serial) - 25_569) * dayMs)).toISOString();
  const isDate = (name: string): boolean => kinds[name] === 'day' || kinds[name] === 'moment';
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value !== null && isDate(name) ? moment(value) : value,
      ]),
    ),
  );
}

async function parquetRows(file: string, columns: readonly string[]): Promise<Rows> {
  const chosen = columns.map((name) => `"${name}"::VARCHAR`);
  const rows = await byDuckDb(`SELECT ${chosen.join(', ')} FROM '${file}'`);
  return tableRows([columns, ...(rows as (string | null)[][])]);
}

it('files, SQL, queries and PostgreSQL say of each record what the service has sent', async () => {
  await using stack = new AsyncDisposableStack();
  const server = lacksPostgres === null ? stack.use(await startPostgres()) : null;
  let compared = 0;
  await atScale(import.meta.filename, 20, async ({ count, seed: first }) => {
    for (let seed = first; seed < first + count; seed += 1)
      compared += await compareCells(
        seed,
        { assets: 160, tokens: 110, transactions: 340, beyond: true },
        server,
      );
  });
  process.stdout.write(`${compared.toLocaleString('en')} cells compared.\n`);
  expect(compared).toBeGreaterThan(100_000);
});
