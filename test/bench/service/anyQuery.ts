import type Database from 'better-sqlite3';
import { operatorsOfType } from '../../../preload/contract/operators.ts';
import type { Filter, Query, Sort } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { makeRandom } from '../../../main/sample-service/data/random.ts';
import type { Table } from '../../../main/store/query/tables.ts';
import { atMost, quantile, type Figure } from '../figure.ts';
import type { Ask } from './asking.ts';

/**
 * Every filterable field with every value of a few from common to rare under `equals` and `gte`, with every sort in both
 * directions, in random order, each asked twice: what a reader who clicks about meets.
 */
export async function anyFilterAndSort(
  ask: Ask,
  database: Database.Database,
  table: Table,
): Promise<readonly Figure[]> {
  const random = makeRandom(42);
  const queries = filtersOf(database, table)
    .flatMap((filter) => sortsOf(table).map((sort): Query => ({ filter, sort })))
    .map((query) => ({ query, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ query }) => query);
  const first: number[] = [];
  const again: number[] = [];
  for (const query of queries) {
    first.push(await ask(resources.transactions.path, query));
    again.push(await ask(resources.transactions.path, query));
  }
  const name = `transactions, one filter and one sort (${queries.length.toString()} of them)`;
  return [
    atMost(`${name}, asked first: p95`, quantile(first, 0.95), 'ms', 25),
    atMost(`${name}, asked again: p95`, quantile(again, 0.95), 'ms', 25),
  ];
}

function filtersOf(database: Database.Database, table: Table): Filter[] {
  return table.columns
    .filter(({ field }) => field.filterable)
    .flatMap(({ name, sql, field }) => {
      const values = database
        .prepare<[], unknown>(
          `SELECT ${sql} FROM (
             SELECT ${sql}, row_number() OVER (ORDER BY count(*) DESC) AS place, count(*) OVER () AS all_places
             FROM ${table.name} WHERE ${sql} IS NOT NULL GROUP BY ${sql}
           ) WHERE place IN (1, 1 + all_places / 10, 1 + all_places / 2, all_places)`,
        )
        .pluck()
        .all();
      const operators = ['equals', 'gte'].filter((operator) =>
        (operatorsOfType[field.type] as readonly string[]).includes(operator),
      );
      const isTime = field.type === 'date' || field.type === 'datetime';
      return operators.flatMap((operator) =>
        values.map((value): Filter => {
          const asked = isTime
            ? new Date(Number(value)).toISOString()
            : typeof value === 'number'
              ? value
              : String(value);
          return { operator, field: name, value: asked };
        }),
      );
    });
}

function sortsOf(table: Table): Sort[] {
  return table.columns
    .filter(({ field }) => field.sortable)
    .flatMap(({ name }) => (['asc', 'desc'] as const).map((direction) => ({ field: name, direction })));
}
