import { z } from 'zod';
import type { SqlDatabase } from '../database.ts';
import type { Table } from '../tables.ts';
import { chunkRows } from './chunkCodec.ts';
import { chunkName, chunkStatement, fillingField } from './chunkTable.ts';
import { makeChunkWriter } from './chunkWriter.ts';

/** Writes the chunks of a table that had rows before it had chunks, step by step. What ends the process loses one step. */

const markSchema = z.object({ chunk: z.number(), version: z.number() }).optional();
const rowsSchema = z.array(z.tuple([z.number()]).rest(z.union([z.number(), z.string(), z.null()])));

/** True where the table of chunks is there. */
export function hasChunks(database: SqlDatabase, table: Table): boolean {
  const find = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  return find.get(`${table.resource.name}_chunks`) !== undefined;
}

/** Makes the table of chunks where it is missing, and marks it where there are rows already. Call it inside a transaction. */
export function installChunks(database: SqlDatabase, table: Table): void {
  if (hasChunks(database, table)) return;
  database.exec(chunkStatement(table));
  database.exec(
    `INSERT INTO ${chunkName(table)} (field, chunk, packed, version)
     SELECT '${fillingField}', 0, x'', 0 WHERE EXISTS (SELECT 1 FROM ${table.name})`,
  );
}

/** How far the writing of chunks is. */
export interface Filling {
  /** The next chunk to write. */
  readonly next: number;
  /** How many there are. */
  readonly of: number;
  readonly isPaused: boolean;
}

/** Null where all chunks are written. */
export function readFilling(database: SqlDatabase, table: Table): Filling | null {
  if (!table.chunked) return null;
  const mark = markSchema.parse(
    database.prepare(`SELECT chunk, version FROM ${chunkName(table)} WHERE field = ?`).get(fillingField),
  );
  if (mark === undefined) return null;
  const last = Number(database.prepare(`SELECT max(_key) FROM ${table.name}`).pluck().get());
  return { next: mark.chunk, of: Math.floor(last / chunkRows) + 1, isPaused: mark.version === 1 };
}

/** Pauses the writing of chunks, also over restarts, or resumes it. Does nothing where all chunks are written. */
export function pauseFilling(database: SqlDatabase, table: Table, isPaused: boolean): void {
  database
    .prepare(`UPDATE ${chunkName(table)} SET version = ? WHERE field = ?`)
    .run(isPaused ? 1 : 0, fillingField);
}

/** Returns a function that writes a chunk, inside a transaction; false where there was none to write, or where it is paused. */
export function makeChunkFilling(database: SqlDatabase, table: Table): () => boolean {
  const writer = makeChunkWriter(database, table);
  const columns = table.columns.map(({ sql }) => sql).join(', ');
  const read = database
    .prepare(`SELECT _key, ${columns} FROM ${table.name} WHERE _key >= ? AND _key < ?`)
    .raw();
  const mark = database.prepare(`UPDATE ${chunkName(table)} SET chunk = ? WHERE field = ?`);
  const end = database.prepare(`DELETE FROM ${chunkName(table)} WHERE field = ?`);
  return () => {
    const filling = readFilling(database, table);
    if (filling === null || filling.isPaused) return false;
    const { next, of } = filling;
    if (next >= of) {
      end.run(fillingField);
      return true;
    }
    const rows = rowsSchema.parse(read.all(next * chunkRows, (next + 1) * chunkRows));
    for (const [key, ...values] of rows) writer.put(key, values);
    writer.flush();
    mark.run(next + 1, fillingField);
    return true;
  };
}
