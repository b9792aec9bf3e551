import { z } from 'zod';
import { chunkRows } from '../../store/query/chunks/chunkCodec.ts';
import { makeChunkWriter } from '../../store/query/chunks/chunkWriter.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import type { Table } from '../../store/query/tables.ts';

const rowsSchema = z.array(z.tuple([z.number()]).rest(z.union([z.number(), z.string(), z.null()])));

/** Writes the chunks of a table once its rows are there. */
export function fillChunks(database: SqlDatabase, table: Table): void {
  const writer = makeChunkWriter(database, table);
  const read = database
    .prepare(
      `SELECT _key, ${table.columns.map(({ sql }) => sql).join(', ')} FROM ${table.name} WHERE _key >= ? AND _key < ?`,
    )
    .raw();
  const last = Number(database.prepare(`SELECT max(_key) FROM ${table.name}`).pluck().get());
  for (let start = 0; start <= last; start += chunkRows) {
    const rows = rowsSchema.parse(read.all(start, start + chunkRows));
    for (const [key, ...values] of rows) writer.put(key, values);
    writer.flush();
  }
}
