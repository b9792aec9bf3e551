import { createHash } from 'node:crypto';
import type { SqlValue } from '../../store/query/columns.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { encodeRecord } from '../../store/query/records.ts';
import type { Table } from '../../store/query/tables.ts';
import type { SampleRecord } from './assemble.ts';
import { metricObject, metricText } from './figures.ts';

/**
 * Fills the tables of a resource that is still empty, in less time than the store's writer takes, which has to look for what
 * is there already.
 */
export interface BulkWriter {
  /** Writes a record with an id after those of all records before. */
  write(record: SampleRecord): void;
  /** Stores a body for so many rows, and returns its key. */
  writeBody(body: string, uses: number): number;
  /** Writes a row as the columns have it: `[body's key, place in the order of ids, ...values of table.columns]`. */
  writeRow(row: readonly SqlValue[]): void;
}

/** @param elsewhere a list that only the columns need, since it is kept in another table: it is stored empty */
export function makeBulkWriter(database: SqlDatabase, table: Table, elsewhere?: string): BulkWriter {
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
  const metrics = table.columns.filter(({ field }) => field.type === 'metric');
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
    write: ({ facts, figures }) => {
      const { values } = encodeRecord(table, facts);
      const { body } = encodeRecord(table, elsewhere === undefined ? facts : { ...facts, [elsewhere]: [] });
      const row: SqlValue[] = [0, (written += 1), ...values];
      let whole = body.slice(0, -1);
      // Metrics are most of a record: their columns and their text are made straight from the figures.
      for (const { name, place } of metrics) {
        const metric = figures.places.has(name) ? metricObject(figures, name) : null;
        row[place + 2] = metric?.val ?? null;
        whole += `,"${name}":${metric === null ? 'null' : metricText(metric)}`;
      }
      row[0] = writeBody(`${whole}}`, 1);
      insertRow.run(row);
    },
  };
}
