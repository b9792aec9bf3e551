import { createHash } from 'node:crypto';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { SqlValue } from '../../store/query/columns.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { compareIds } from '../../store/query/order.ts';
import { encodeRecord, idOf } from '../../store/query/records.ts';
import type { Table } from '../../store/query/tables.ts';

/**
 * Fills the tables of a resource that is still empty, in less time than the store's writer takes, which has to look for what
 * is there already.
 */
export interface BulkWriter {
  /** Writes records with ids after those of all records before. */
  write(records: readonly ResourceRecord[]): void;
  /** Stores a body for so many rows, and returns its key. */
  writeBody(body: string, uses: number): number;
  /** Writes a row as the columns have it: `[body's key, place in the order of ids, ...values of table.columns]`. */
  writeRow(row: readonly SqlValue[]): void;
}

export function makeBulkWriter(database: SqlDatabase, table: Table): BulkWriter {
  const names = table.columns.map(({ sql }) => sql);
  const insertRow = database.prepare(
    `INSERT INTO ${table.name} (_body, _order, ${names.join(', ')}) VALUES (?, ?, ${names.map(() => '?').join(', ')})`,
  );
  const insertBody = database
    .prepare(
      `INSERT INTO ${table.bodies} (hash, uses, content) VALUES (?, ?, ?)
       ON CONFLICT (hash) DO UPDATE SET uses = uses + excluded.uses RETURNING key`,
    )
    .pluck();
  let written = 0;

  function writeBody(body: string, uses: number): number {
    const hash = createHash('sha256').update(body).digest().subarray(0, 16);
    return Number(insertBody.get(hash, uses, body));
  }

  return {
    writeBody,
    writeRow: (row) => {
      insertRow.run(row);
    },
    write: (records) => {
      for (const record of [...records].sort((a, b) => compareIds(idOf(a), idOf(b)))) {
        const { values, body } = encodeRecord(table, record);
        written += 1;
        insertRow.run([writeBody(body, 1), written, ...values]);
      }
    },
  };
}
