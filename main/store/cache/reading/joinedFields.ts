import Database from 'better-sqlite3';
import { isJsonObject, type JsonObject } from '../../../../preload/contract/json.ts';
import type { Query } from '../../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { compileWhere } from '../../query/compile.ts';
import { installFunctions } from '../../query/functions.ts';
import { QueryProblem, badQuery } from '../../query/problems.ts';
import { cachedFields, shownTable } from '../../records/resourceTables.ts';
import { makeTableCheck } from '../../records/tableCheck.ts';

/**
 * Calls `visit` once per distinct set of members beyond `known` in matching cached records. The values of the
 * catalogue's fields are not the record's.
 * @throws FailureError `bad-query` if the filter cannot be run
 */
export function eachWithOthers(
  path: string,
  {
    resource,
    query: { filter, computed },
    known,
  }: { resource: ResourceName; query: Query; known: readonly string[] },
  visit: (members: JsonObject) => void,
): void {
  const database = new Database(path, { readonly: true, timeout: 5000 });
  try {
    installFunctions(database);
    makeTableCheck(database)(resource, 'all');
    const table = shownTable(resources[resource]);
    const { where, parameters } = compileWhere(table, filter, { ...cachedFields(database), computed });
    const matching =
      filter === undefined ? '' : `AND b.key IN (SELECT r._body FROM ${table.name} r WHERE ${where})`;
    const statement = database
      .prepare(
        `SELECT b.content FROM ${table.bodies} b
         WHERE EXISTS (SELECT 1 FROM json_each(b.content) m WHERE m.key NOT IN (SELECT value FROM json_each(:known))) ${matching}`,
      )
      .pluck();
    for (const content of statement.iterate({ ...parameters, known: JSON.stringify(known) })) {
      const members: unknown = JSON.parse(String(content));
      if (isJsonObject(members)) visit(members);
    }
    const isAdded = table.added !== undefined && !known.includes(table.added);
    const twin = `SELECT EXISTS (SELECT 1 FROM twins t JOIN ${table.name} r ON r._key = t.key WHERE t.owner IS NOT NULL AND ${where})`;
    if (isAdded && database.prepare(twin).pluck().get(parameters) === 1) visit({ [table.added]: '' });
  } catch (error) {
    throw error instanceof QueryProblem ? badQuery(error.message, error) : error;
  } finally {
    database.close();
  }
}
