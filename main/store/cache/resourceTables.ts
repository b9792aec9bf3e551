import type { Resource } from '../../../preload/contract/resources.ts';
import { chunkStatement } from '../query/chunks/chunkTable.ts';
import { quote } from '../query/sql.ts';
import { indexStatements, makeTable, tableStatements, type Table } from '../query/tables.ts';

/** The fetch a row came with. */
const own = [{ name: '_fetch', sqlType: 'INTEGER NOT NULL' }] as const;

/** The table of a resource in a cache. */
export function cacheTable(resource: Resource): Table {
  return makeTable(resource, own);
}

/** Statements that create what a cache has of a resource. */
export function resourceStatements(resource: Resource): string[] {
  const table = cacheTable(resource);
  return [
    ...tableStatements(table),
    ...(table.chunked ? [chunkStatement(table)] : []),
    ...indexStatements(table),
    // The narrowest index, along which all rows are counted; new rows come at its end.
    `CREATE INDEX ${quote(`${resource.name}_fetches`)} ON ${table.name} (_fetch)`,
  ];
}
