import { checkRow, damaged } from '../damage.ts';
import type { SqlStatement } from '../database.ts';
import { isRow } from '../records.ts';
import type { Table } from '../tables.ts';
import type { SqlValue } from '../columns.ts';
import { chunkRows, packChunk, sealChunk } from './chunkCodec.ts';
import { chunkKinds, presentField } from './chunkTable.ts';
import { codeOf } from './sortCode.ts';

/** Rebuilds a missing or damaged chunk from the rows. Throws `damaged` if a row is damaged too. */
export function rebuildChunk(
  prepareRows: (sql: string) => SqlStatement,
  table: Table,
  field: string,
  chunk: number,
): Buffer {
  const column = table.column.get(field);
  if (column === undefined && field !== presentField) throw damaged(table.resource);
  const isCode = chunkKinds(table).get(field) === 'codes';
  const select = `SELECT r._key, ${table.rowList} FROM ${table.name} r WHERE r._key >= ? AND r._key < ?`;
  const rows = prepareRows(select).all(chunk * chunkRows, (chunk + 1) * chunkRows);
  const values: SqlValue[] = [];
  for (const row of rows.filter(isRow)) {
    const [key, ...rest] = row;
    checkRow(table, rest);
    const place = Number(key) % chunkRows;
    while (values.length < place) values.push(null);
    const value = column === undefined ? 1 : (rest[table.own.length + column.index] ?? null);
    values[place] =
      isCode && value !== null ? codeOf(typeof value === 'bigint' ? Number(value) : value) : value;
  }
  return sealChunk(packChunk(values), field, chunk);
}
