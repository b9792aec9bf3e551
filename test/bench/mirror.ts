import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { columnTypes, copyLine } from '../../main/features/mirrors/columnText.ts';
import { mirrorTable, rowOf, type MirrorRow } from '../../main/features/mirrors/mirrorTable.ts';
import { withPostgres } from '../../main/features/mirrors/postgres/connect.ts';
import { hashOf, makeArriving, readHashes, writeRows } from '../../main/features/mirrors/postgres/rows.ts';
import { isLimited, makeColumns, makeTables } from '../../main/features/mirrors/postgres/tables.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { lacksPostgres, startPostgres, type PostgresServer } from '../support/postgres.ts';
import { quantile, type Figure } from './figure.ts';
import { makeTransactions } from './storeData.ts';

/**
 * 200,000 transactions in blocks of 1,000 to a PostgreSQL server on this computer: new rows, then equal ones again, beside a bare COPY of the
 * same rows in the same blocks to a table without keys and indexes. They take turns, each time in an empty schema.
 */

const blocks = 200;
const rowsOfBlock = 1000;
const rows = blocks * rowsOfBlock;
const turns = 3;
const table = mirrorTable('transactions');

type Block = readonly ResourceRecord[];

function rowsOf(block: Block): (MirrorRow & { hash: string })[] {
  return block.map((record) => ({
    ...rowOf(record, table.columns, isLimited),
    hash: hashOf(JSON.stringify(record)),
  }));
}

export async function run(): Promise<Figure[]> {
  if (lacksPostgres !== null) throw new Error(lacksPostgres);
  const next = makeTransactions(1);
  const records = Array.from({ length: blocks }, () => Array.from({ length: rowsOfBlock }, next));
  await using server = await startPostgres();
  const bare: number[] = [];
  const first: number[] = [];
  const again: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await server.query('DROP SCHEMA IF EXISTS mirrored CASCADE; CREATE SCHEMA mirrored');
    bare.push(await rowsPerSecond(() => copyBare(server, records)));
    first.push(await rowsPerSecond(() => mirror(server, records)));
    again.push(await rowsPerSecond(() => mirror(server, records)));
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

async function mirror(server: PostgresServer, records: readonly Block[]): Promise<void> {
  const { port, database, user, password } = server;
  const address = { host: '127.0.0.1', port, database, user, schema: 'mirrored', tls: 'off' } as const;
  const at = new Date().toISOString();
  await withPostgres({ address, password, throwIfStopped: () => undefined }, async (session) => {
    await session.query('BEGIN');
    const tables = await makeTables(session, 'mirrored', table);
    await makeColumns(session, tables, table.columns);
    await makeArriving(session, tables);
    for (const block of records) {
      const hashes = await readHashes(
        session,
        tables,
        block.map(({ id }) => String(id)),
      );
      const other = block.filter(
        (record) => hashes.get(String(record.id)) !== hashOf(JSON.stringify(record)),
      );
      if (other.length > 0) await writeRows(session, tables, rowsOf(other), at);
    }
    await session.query('COMMIT');
  });
}

/** The same rows, read from the same records, without anything that a mirror promises. */
async function copyBare(
  { port, user, password, database }: PostgresServer,
  records: readonly Block[],
): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user, password, database });
  await client.connect();
  try {
    const columns = table.columns.map(
      ({ name, type }) => `${pg.escapeIdentifier(name)} ${columnTypes[type]}`,
    );
    await client.query(`CREATE TABLE mirrored.bare (${columns.join(', ')})`);
    for (const block of records)
      await pipeline(
        Readable.from([
          rowsOf(block)
            .map(({ values }) => copyLine(values))
            .join(''),
        ]),
        client.query(copyFrom('COPY mirrored.bare FROM STDIN')),
      );
  } finally {
    await client.end();
  }
}
