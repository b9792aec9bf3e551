import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { mirroredResource } from '../../main/features/mirrors/mirrorTable.ts';
import { PostgresTarget } from '../../main/features/mirrors/postgres/postgresTarget.ts';
import { columnTypes, copyLines } from '../../main/features/mirrors/postgres/rows.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { lacksPostgres, startPostgres, type PostgresServer } from '../support/postgres.ts';
import { quantile, type Figure } from './figure.ts';
import { makeTransactions } from './storeData.ts';

/**
 * 200,000 transactions in pages of 1,000 to a PostgreSQL server on this computer: new rows, then equal ones again, beside a bare COPY of the
 * same rows in the same pages to a table without keys and indexes. They take turns, each time in an empty schema.
 */

const pages = 200;
const rowsOfPage = 1000;
const rows = pages * rowsOfPage;
const turns = 3;
const { table, rowOf } = mirroredResource('transactions');

export async function run(): Promise<Figure[]> {
  if (lacksPostgres !== null) throw new Error(lacksPostgres);
  const next = makeTransactions(1);
  const records = Array.from({ length: pages }, () => Array.from({ length: rowsOfPage }, next));
  await using server = await startPostgres();
  const bare: number[] = [];
  const first: number[] = [];
  const again: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await server.query('DROP SCHEMA IF EXISTS mirrored CASCADE; CREATE SCHEMA mirrored');
    bare.push(await rowsPerSecond(() => copyBare(server, records)));
    const target = new PostgresTarget(
      {
        host: '127.0.0.1',
        port: server.port,
        database: server.database,
        user: server.user,
        schema: 'mirrored',
        tls: 'off',
      },
      server.password,
    );
    try {
      await target.open(table);
      first.push(await rowsPerSecond(() => writePages(target, records)));
      again.push(await rowsPerSecond(() => writePages(target, records)));
    } finally {
      await target.close();
    }
  }
  const [size] = await server.query(`SELECT pg_total_relation_size('mirrored.transactions') AS bytes`);
  const bytes = z.coerce.number().parse(size?.['bytes']);
  const peer = { name: 'bare COPY', value: quantile(bare, 0.5) };
  const value = quantile(first, 0.5);
  const equal = quantile(again, 0.5);
  return [
    {
      name: 'new rows in PostgreSQL',
      value,
      unit: 'rows/s',
      peer,
      ratio: value / peer.value,
      goal: '≥ 20,000 rows/s',
      met: value >= 20_000,
    },
    { name: 'equal rows again', value: equal, unit: 'rows/s', peer, ratio: equal / peer.value },
    { name: 'size with keys and indexes', value: bytes / rows, unit: 'bytes a row' },
  ];
}

async function rowsPerSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return rows / ((performance.now() - begun) / 1000);
}

async function writePages(target: PostgresTarget, records: readonly ResourceRecord[][]): Promise<void> {
  for (const page of records) {
    await target.write({
      window: { kind: 'all' },
      begin: page === records[0],
      rows: page.map(rowOf),
      fetchedAt: Date.now(),
      end: page === records.at(-1),
      compare: false,
      state: null,
    });
  }
}

/** The same rows, read from the same records, without anything that a mirror promises. */
async function copyBare(server: PostgresServer, records: readonly ResourceRecord[][]): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: server.port,
    database: server.database,
    user: server.user,
    password: server.password,
  });
  await client.connect();
  try {
    const columns = table.columns.map(
      ({ name, type }) => `${pg.escapeIdentifier(name)} ${columnTypes[type]}`,
    );
    await client.query(`CREATE TABLE mirrored.bare (${columns.join(', ')})`);
    for (const page of records)
      await pipeline(
        Readable.from([copyLines(table, page.map(rowOf))]),
        client.query(copyFrom('COPY mirrored.bare FROM STDIN')),
      );
  } finally {
    await client.end();
  }
}
