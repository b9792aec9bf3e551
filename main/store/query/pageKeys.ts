import type { CompiledQuery, Order } from './compile.ts';
import type { SqlValue } from './columns.ts';
import { isOfColumn } from './exact.ts';
import { cancelCheck } from './functions.ts';
import type { BoundedMap, Statements } from './statements.ts';
import { hasIndex, indexName, isCarriedBy, type Column, type Table } from './tables.ts';

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
 *
 * Several fields have no index together: what lies near neither end comes from the whole order, which is sorted once. So does
 * every page in the order of a computed column.
 * @param orders whole orders of the data as they are
 */
export function findPageKeys(
  statements: Statements,
  orders: BoundedMap<Float64Array>,
  table: Table,
  query: CompiledQuery,
  resultCount: number,
  offset: number,
): number[] {
  const limit = Math.min(query.perPage, resultCount - offset);
  const after = resultCount - offset - limit;
  const page: Page = { statements, table, query, limit, offset, after, resultCount };
  const { column, rest } = query.order;
  if (query.order.thenBy.length > 0 || query.order.computed) return collectOnce(page, orders);
  if (column === null || !hasIndex(table, column)) return collect(page);
  if (rest === null) return walkOrCollect(page, column);
  const keys = walkOrCollect({ ...page, query: { ...query, order: { ...query.order, rest: null } } }, column);
  return areTied(page, column, keys) ? collect(page) : keys;
}

/** True where a number on the page has the same double as another one that a double does not hold. */
function areTied({ statements, table }: Page, column: Column, keys: readonly number[]): boolean {
  const tied = statements.values(
    `SELECT EXISTS (
       SELECT 1 FROM (
         SELECT DISTINCT p.${column.sql} AS value FROM json_each(:keys) k CROSS JOIN ${table.name} p ON p._key = k.value
       ) v
       WHERE (SELECT count(*) FROM (SELECT 1 FROM ${table.name} r WHERE r.${column.sql} = v.value LIMIT 2)) = 2
         AND EXISTS (
           SELECT 1 FROM ${table.name} r CROSS JOIN rests x ON x.record = r._key
           WHERE r.${column.sql} = v.value AND ${isOfColumn(table, column)}
         )
     )`,
  );
  return tied.get({ keys: JSON.stringify(keys) }) === 1;
}

function walkOrCollect(page: Page, column: Column): number[] {
  const { statements, table, query, limit, offset, after, resultCount } = page;
  const isOfSort = (name: string): boolean => name === column.name || name === `${column.name}:val`;
  if (query.filterFields.size === 0 || (column.name !== 'id' && [...query.filterFields].every(isOfSort))) {
    return walk(page, column, null) ?? collect(page);
  }
  const rows = Number(statements.values(`SELECT max(_key) FROM ${table.name}`).get());
  const isCovered = [...query.filterFields].every((name) => isCarriedBy(table, name));
  const steps = ((Math.min(offset, after) + limit) * rows) / Math.max(1, resultCount);
  const walkCost = steps * (isCovered ? cost.step : cost.lookup);
  const collectCost = resultCount * (isCarriedBy(table, column.name) ? cost.sort : cost.sort + cost.lookup);
  if (walkCost > collectCost) return collect(page);
  return walk(page, column, isCovered ? null : Math.ceil(4 * steps + 1000)) ?? collect(page);
}

/** What a row costs, in steps along an index. Measured on a million transactions. */
const cost = { step: 1, sort: 3, lookup: 15 } as const;

interface Page {
  readonly statements: Statements;
  readonly table: Table;
  readonly query: CompiledQuery;
  readonly limit: number;
  /** Matches before the page. */
  readonly offset: number;
  /** Matches after the page. */
  readonly after: number;
  readonly resultCount: number;
}

/** Rows from an end that are sorted for each page anew: a third of the time of a whole order. */
const nearEnd = 1000;

function collectOnce(page: Page, orders: BoundedMap<Float64Array>): number[] {
  const { table, query, limit, offset, after, resultCount } = page;
  const { where, order, parameters } = query;
  const isComputed = [order, ...order.thenBy].some(({ computed }) => computed);
  if (!isComputed && Math.min(offset, after) + limit <= nearEnd) return collect(page);
  const terms = ordersOf(order, { mark: '', turned: false });
  const keys = orders.get(JSON.stringify([table.name, where, terms, parameters]), () =>
    Float64Array.from(collect({ ...page, offset: 0, limit: resultCount, after: 0 })),
  );
  return [...keys.subarray(offset, offset + limit)];
}

function collect(page: Page): number[] {
  const { statements, table, query } = page;
  const where = `${cancelCheck} AND ${query.where}`;
  // The plus signs keep SQLite from walking along the index of the sort instead.
  const [order, opposite] = ordersOf(query.order, { mark: '+', turned: false });
  const keys = fromNearerEnd(page, order, opposite, (by, bounds) =>
    statements
      .values(`SELECT r._key FROM ${table.name} r WHERE ${where} ORDER BY ${by} LIMIT :limit OFFSET :offset`)
      .all({ ...query.parameters, ...bounds }),
  );
  return keys.map(Number);
}

/** Null where the page was not full after `budget` steps; a budget of null lasts to the end. */
function walk(page: Page, column: Column, budget: number | null): number[] | null {
  const read = makeRead(page, column, budget);
  const isTurned = page.query.order.direction === 'desc' && column.name !== 'id';
  const [order, opposite] = ordersOf(page.query.order, { mark: '', turned: isTurned });
  const rows = fromNearerEnd(page, order, opposite, (by, bounds) => read(by, '1', bounds));
  if (budget !== null && rows.length < page.limit) return null;
  return isTurned ? inOrderOfIds(page, column, rows, read) : rows.map(([key]) => key);
}

/** Reads rows in an order, or in its opposite and turned round where that end is nearer. */
function fromNearerEnd<Row>(
  { limit, offset, after }: Page,
  order: string,
  opposite: string,
  read: (order: string, bounds: { limit: number; offset: number }) => Row[],
): Row[] {
  return offset <= after
    ? read(order, { limit, offset })
    : read(opposite, { limit, offset: after }).reverse();
}

/** An order and its opposite. `turned`: ties by id descending, as an index read backwards has them. */
export function ordersOf(
  order: Order,
  { mark, turned }: { mark: '' | '+'; turned: boolean },
): [order: string, opposite: string] {
  const terms = [order, ...order.thenBy];
  const position = `${mark}r._order`;
  const by = (isOpposite: boolean): string =>
    [
      ...terms.flatMap(({ sql, direction, column, rest }) => {
        const isRising = (direction === 'asc') !== isOpposite;
        const keyword = isRising ? 'ASC' : 'DESC';
        if (column?.name === 'id') return `${position} ${keyword}`;
        const nulls = direction === 'desc' ? '' : isRising ? ' NULLS LAST' : ' NULLS FIRST';
        return [`${mark}${sql} ${keyword}${nulls}`, ...(rest === null ? [] : [`${rest} ${keyword}`])];
      }),
      ...(terms.at(-1)?.column?.name === 'id'
        ? []
        : [`${position} ${turned === isOpposite ? 'ASC' : 'DESC'}`]),
    ].join(', ');
  return [by(false), by(true)];
}

type Read = (order: string, condition: string, parameters: Record<string, SqlValue>) => WalkedRow[];

/** Key, value of the sort, position in the order of ids. */
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
  for (const [position, group] of groups.entries()) {
    const isFirst = position === 0;
    const [, value, order] = group[0] ?? [0, null, 0];
    if ((!isFirst || offset === 0) && position < groups.length - 1) {
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
