import type { Resource } from '../../../preload/contract/resources.ts';
import { twinMember } from '../../../preload/contract/twins.ts';
import { chunkStatement } from '../query/chunks/chunkTable.ts';
import { quote } from '../query/sql.ts';
import { indexStatements, makeTable, tableStatements, type Table } from '../query/tables.ts';
import { readRemainders } from '../query/exact.ts';
import type { SqlDatabase } from '../query/database.ts';
import type { FieldOptions } from '../query/fields.ts';

const own = [{ name: '_fetch', sqlType: 'INTEGER NOT NULL' }] as const;

export function cacheTable(resource: Resource): Table {
  return makeTable(resource, own, true);
}

export function shownTable(resource: Resource): Table {
  const table = cacheTable(resource);
  if (resource.name !== 'transactions') return table;
  return { ...table, selectList: `${table.selectList}, ${ownerOfTwin('r._key')}`, added: twinMember };
}

export function ownerOfTwin(key: string, tableOf = (name: string): string => name): string {
  return `(SELECT o."id" FROM ${tableOf('twins')} t JOIN ${tableOf('"transactions"')} o ON o._key = t.owner WHERE t.key = ${key})`;
}

export function resourceStatements(resource: Resource): string[] {
  const table = cacheTable(resource);
  return [
    ...tableStatements(table),
    ...(table.chunked ? [chunkStatement(table)] : []),
    ...indexStatements(table),
    // The narrowest index, used to count all rows; new rows come at its end.
    `CREATE INDEX ${quote(`${resource.name}_fetches`)} ON ${table.name} (_fetch)`,
  ];
}

export function cachedFields(database: SqlDatabase): FieldOptions {
  return { openFields: true, hasRests: readRemainders(database) };
}
