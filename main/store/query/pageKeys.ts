import type { CompiledQuery } from './compile.ts';
import type { SqlValue } from './columns.ts';
import type { Statements } from './statements.ts';
import { hasIndex, indexName, isCarried, type Column, type Table } from './tables.ts';

/**
 * Finds the keys of the rows of a page. SQLite's planner does not weigh a limit against a filter, so the way is chosen here,
 * from the exact number of matches, which is known by then:
 *
 * - walk: along the index of the sort, testing the filter, until the page is full. Few steps where much matches.
 * - collect: all matches by the index of the filter, sorted. Few steps where little matches.
 *
 * Where the index of the sort does not carry what the filter asks for, each step looks a row up. A walk through records
 * whose filter and sort depend on each other may meet its matches late: such a walk is given up after a bounded number of
 * steps.
 */
export function findPageKeys(
  statements: Statements,
  table: Table,
  query: CompiledQuery,
  resultCount: number,
  offset: number,
): number[] {
  const limit = Math.min(query.perPage, resultCount - offset);
  const page: Page = { statements, table, query, limit, offset };
  const { column } = query.order;
  if (column === null || !hasIndex(table, column)) return collect(page);
  const isOfSort = (name: string): boolean => name === column.name || name === `${column.name}:val`;
  if (query.filterFields.size === 0 || (column.name !== 'id' && [...query.filterFields].every(isOfSort))) {
    return walk(page, column, null) ?? collect(page);
  }
  const rows = Number(statements.values(`SELECT max(_key) FROM ${table.name}`).get());
  const isCovered = [...query.filterFields].every((name) => isCarriedBy(table, table.column.get(name)));
  const steps = ((offset + limit) * rows) / Math.max(1, resultCount);
  const walkCost = steps * (isCovered ? cost.step : cost.lookup);
  const collectCost = resultCount * (isCarriedBy(table, column) ? cost.sort : cost.sort + cost.lookup);
  if (walkCost > collectCost) return collect(page);
  return walk(page, column, isCovered ? null : Math.ceil(4 * steps + 1000)) ?? collect(page);
}

/** What a row costs, in steps along an index. Measured on a million transactions. */
const cost = { step: 1, sort: 3, lookup: 15 } as const;

function isCarriedBy(table: Table, column: Column | undefined): boolean {
  return table.indexed && column !== undefined && isCarried(column);
}

interface Page {
  readonly statements: Statements;
  readonly table: Table;
  readonly query: CompiledQuery;
  readonly limit: number;
  readonly offset: number;
}

function collect({ statements, table, query, limit, offset }: Page): number[] {
  const { sql, direction, column } = query.order;
  const nullsLast = direction === 'asc' ? 'ASC NULLS LAST' : 'DESC';
  const order = column?.name === 'id' ? `+r._order ${direction}` : `+${sql} ${nullsLast}, +r._order`;
  return statements
    .values(
      `SELECT r._key FROM ${table.name} r WHERE ${query.where} ORDER BY ${order} LIMIT :limit OFFSET :offset`,
    )
    .all({ ...query.parameters, limit, offset })
    .map(Number);
}

/** Null where the page was not full after `budget` steps; a budget of null lasts to the end. */
function walk(page: Page, column: Column, budget: number | null): number[] | null {
  const { direction } = page.query.order;
  const read = makeRead(page, column, budget);
  const { limit, offset } = page;
  const sql = `r.${column.sql}`;
  if (column.name === 'id') {
    const rows = read(`r._order ${direction}`, '1', { limit, offset });
    return isFull(rows, budget, limit) ? rows.map(([key]) => Number(key)) : null;
  }
  if (direction === 'asc') {
    const rows = read(`${sql} ASC NULLS LAST, r._order`, '1', { limit, offset });
    return isFull(rows, budget, limit) ? rows.map(([key]) => Number(key)) : null;
  }
  const rows = read(`${sql} DESC, r._order DESC`, '1', { limit, offset });
  return isFull(rows, budget, limit) ? inOrderOfIds(page, column, rows, read) : null;
}

function isFull(rows: readonly unknown[], budget: number | null, limit: number): boolean {
  return budget === null || rows.length === limit;
}

type Read = (order: string, condition: string, parameters: Record<string, SqlValue>) => WalkedRow[];

/** Key, value of the sort, place in the order of ids. */
type WalkedRow = readonly [number, SqlValue, number];

function makeRead({ statements, table, query }: Page, column: Column, budget: number | null): Read {
  const index = `INDEXED BY ${indexName(table, column)}`;
  const values = `r._key, ${column.name === 'id' ? 'NULL' : `r.${column.sql}`}, r._order`;
  return (order, condition, parameters) => {
    // A bounded walk takes its steps along the index first and looks the rows up as it goes.
    const sql =
      budget === null
        ? `SELECT ${values} FROM ${table.name} r ${index} WHERE ${condition} AND ${query.where}
           ORDER BY ${order} LIMIT :limit OFFSET :offset`
        : `SELECT ${values} FROM (
             SELECT r._key AS key FROM ${table.name} r ${index} WHERE ${condition} ORDER BY ${order} LIMIT :budget
           ) step CROSS JOIN ${table.name} r ON r._key = step.key
           WHERE ${query.where} LIMIT :limit OFFSET :offset`;
    const bounds = budget === null ? {} : { budget };
    return statements
      .rows(sql)
      .all({ ...query.parameters, ...parameters, ...bounds })
      .filter(isWalkedRow);
  };
}

/**
 * An index read backwards gives equal values with their ids descending. Where a value has all its records on the page they
 * are turned round; of the first and the last value, which may reach beyond the page, the right ones are read again.
 */
function inOrderOfIds(page: Page, column: Column, rows: readonly WalkedRow[], read: Read): number[] | null {
  const { statements, table, query, offset } = page;
  const groups = groupByValue(rows);
  const condition = `r.${column.sql} IS :value`;
  const keys: number[] = [];
  for (const [place, group] of groups.entries()) {
    const isFirst = place === 0;
    const [, value, order] = group[0] ?? [0, null, 0];
    if ((!isFirst || offset === 0) && place < groups.length - 1) {
      keys.push(...group.map(([key]) => key).reverse());
      continue;
    }
    const before =
      isFirst && offset > 0
        ? Number(
            statements
              .values(
                `SELECT count(*) FROM ${table.name} r INDEXED BY ${indexName(table, column)}
                 WHERE ${condition} AND r._order > :order AND ${query.where}`,
              )
              .get({ ...query.parameters, value, order }),
          )
        : 0;
    const right = read('r._order', condition, { value, limit: group.length, offset: before });
    if (right.length < group.length) return null;
    keys.push(...right.map(([key]) => key));
  }
  return keys;
}

function groupByValue(rows: readonly WalkedRow[]): WalkedRow[][] {
  const groups: WalkedRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0]?.[1] === row[1]) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

function isWalkedRow(row: unknown): row is WalkedRow {
  return Array.isArray(row) && row.length === 3;
}
