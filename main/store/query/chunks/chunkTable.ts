import { quote } from '../sql.ts';
import type { Table } from '../tables.ts';

/**
 * Columns of large tables are stored a second time, apart from the rows: in chunks of `chunkRows` values,
 * ordered by key. Any filter or sort reads two or three columns sequentially, wherever its matches are; see
 * `chunkPages.ts`. A new row changes only the last chunk of each column.
 * The table has rowids: without them, the packs would lie in all levels of the tree, and reading a column
 * took three times as long.
 * `_present` marks keys with a row; others were removed. Its `version` changes with any column of the chunk.
 */
export function chunkStatement(table: Table): string {
  return `CREATE TABLE ${chunkName(table)} (
      field TEXT NOT NULL,
      chunk INTEGER NOT NULL,
      version INTEGER NOT NULL,
      packed BLOB NOT NULL,
      PRIMARY KEY (field, chunk)
    ) STRICT`;
}

export function chunkName(table: Table): string {
  return quote(`${table.resource.name}_chunks`);
}

export const presentField = '_present';

/** Chunks store a column's values, or their codes (`sortCode.ts`). */
type ChunkKind = 'values' | 'codes';

export function chunkKinds(table: Table): ReadonlyMap<string, ChunkKind> {
  return new Map(
    table.columns.flatMap(({ name, codec: { comparison } }): [string, ChunkKind][] => {
      if (comparison === 'id-list' || comparison === 'text-list' || comparison === 'any-text') return [];
      return [[name, name === 'id' || comparison === 'text' ? 'codes' : 'values']];
    }),
  );
}
