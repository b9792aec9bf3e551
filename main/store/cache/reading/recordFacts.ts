import { fieldsOf, type Filter } from '../../../../preload/contract/query.ts';
import { resources, resourceNames, type ResourceName } from '../../../../preload/contract/resources.ts';
import { compileWhere } from '../../query/compile.ts';
import type { SqlDatabase } from '../../query/database.ts';
import { isSoundRow } from '../../query/damage.ts';
import { cancelCheck } from '../../query/functions.ts';
import { isRow } from '../../query/records.ts';
import type { QueryRunner } from '../../query/run.ts';
import { makeStatements } from '../../query/statements.ts';
import type { Column, Table } from '../../query/tables.ts';
import { comparableId } from '../../query/values.ts';
import type { RecordName } from '../../storeTypes.ts';
import { cacheTable, cachedFields } from '../../records/resourceTables.ts';
import type { TableCheck } from '../../records/tableCheck.ts';

export function makeRecordFacts(database: SqlDatabase, runner: QueryRunner, check: TableCheck) {
  const statements = makeStatements(database);
  const tables = new Map(resourceNames.map((name) => [name, cacheTable(resources[name])]));

  function tableOf(resource: ResourceName): Table {
    const table = tables.get(resource);
    if (table === undefined) throw new Error(`The cache has no table for ${resource}.`);
    return table;
  }

  return {
    /** Returns each record's title; null if not cached or damaged, an empty text without a title. */
    readTitles: (names: readonly RecordName[]): (string | null)[] =>
      names.map(({ resource, id }) => {
        const table = tableOf(resource);
        const title = table.column.get(resources[resource].titleField);
        const sql = `SELECT ${table.rowList} FROM ${table.name} r WHERE "id" = ?`;
        const row = statements.rows(sql).get(comparableId(id));
        if (!isRow(row) || !isSoundRow(table, row)) return null;
        const found = title === undefined ? null : row[table.own.length + title.index];
        return typeof found === 'string' ? found : '';
      }),
    /** Counts cached records by filter. Rejects with `bad-query` if one cannot be answered. */
    countMatches: (requests: readonly { resource: ResourceName; filter: Filter }[]): number[] =>
      requests.map(({ resource, filter }) => {
        check(resource, fieldsOf(filter));
        return runner.countMatches(tableOf(resource), { filter }, cachedFields(database));
      }),
    readValues({
      resource,
      filter,
      field,
      limit,
    }: {
      resource: ResourceName;
      filter: Filter;
      field: string;
      limit: number;
    }): (string | number)[] {
      const table = tableOf(resource);
      const column = table.column.get(field);
      if (column === undefined) return [];
      check(resource, [...fieldsOf(filter), field]);
      const { where, parameters } = compileWhere(table, filter, cachedFields(database));
      const values = statements
        .values(`${distinctSql(table, column, where)} LIMIT :limit`)
        .all({ ...parameters, limit });
      return values.filter(
        (value): value is string | number => typeof value === 'string' || Number.isFinite(value),
      );
    },
  };
}

function distinctSql(table: Table, { codec, sql }: Column, where: string): string {
  return codec.comparison === 'id-list' || codec.comparison === 'text-list'
    ? `SELECT DISTINCT e.value FROM ${table.name} r, json_each(r.${sql}) e WHERE ${cancelCheck} AND ${where}`
    : `SELECT DISTINCT r.${sql} FROM ${table.name} r WHERE ${cancelCheck} AND r.${sql} IS NOT NULL AND ${where}`;
}
