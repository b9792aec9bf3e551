import type { CompiledQuery, Order } from './compile.ts';
import { cancelCheck } from './functions.ts';
import type { BoundedMap, Statements } from './statements.ts';
import { hasIndex, indexName, type Table } from './tables.ts';

/**
 * Finds the keys of a page's rows by SQL. SQLite's planner does not weigh a limit against a filter, so the
 * method is chosen here by the known number of matches:
 *
 * - walk: along the index of the sort, testing each row, until the page is full. Fast if much matches.
 * - collect: all matches by the index of the filter, sorted. Fast if little matches.
 *
 * For a computed column or several fields, pages far from both ends come from the whole order, which is
 * sorted once.
 * @param orders whole orders of the current data
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
  const { column, rest, thenBy, computed } = query.order;
  if (thenBy.length > 0 || computed) return collectOnce(page, orders);
  const walked = column !== null && rest === null && hasIndex(table, column) && isWalkShorter(page);
  return find(page, walked ? `INDEXED BY ${indexName(table, column)}` : null);
}

interface Page {
  readonly statements: Statements;
  readonly table: Table;
  readonly query: CompiledQuery;
  readonly limit: number;
  readonly offset: number;
  readonly after: number;
  readonly resultCount: number;
}

/** The cost of looking up a row, as a multiple of sorting one. Measured on a million transactions. */
const costOfLookup = 4;

function isWalkShorter({ statements, table, query, limit, offset, after, resultCount }: Page): boolean {
  if (query.filterFields.size === 0) return true;
  const rows = Number(statements.values(`SELECT max(_key) FROM ${table.name}`).get());
  const steps = ((Math.min(offset, after) + limit) * rows) / Math.max(1, resultCount);
  return steps * costOfLookup < resultCount;
}

/** Pages this near to an end are sorted individually, in a third of the time of a whole order. */
const nearEnd = 1000;

function collectOnce(page: Page, orders: BoundedMap<Float64Array>): number[] {
  const { table, query, limit, offset, after, resultCount } = page;
  const { where, order, parameters } = query;
  const isComputed = [order, ...order.thenBy].some(({ computed }) => computed);
  if (!isComputed && Math.min(offset, after) + limit <= nearEnd) return find(page, null);
  const keys = orders.get(JSON.stringify([table.name, where, orderSql(order), parameters]), () =>
    Float64Array.from(find({ ...page, offset: 0, limit: resultCount, after: 0 }, null)),
  );
  return [...keys.subarray(offset, offset + limit)];
}

/** Reads a page from the nearer end. `index`: the one to walk along; null to collect. */
function find(page: Page, index: string | null): number[] {
  const { statements, table, query, limit, offset, after } = page;
  const isOpposite = offset > after;
  // The plus signs keep SQLite from walking along the index of the sort.
  const by = orderSql(query.order, { isOpposite, mark: index === null ? '+' : '' });
  const keys = statements
    .values(
      `SELECT r._key FROM ${table.name} r ${index ?? ''} WHERE ${cancelCheck} AND ${query.where}
       ORDER BY ${by} LIMIT :limit OFFSET :offset`,
    )
    .all({ ...query.parameters, limit, offset: isOpposite ? after : offset })
    .map(Number);
  return isOpposite ? keys.reverse() : keys;
}

export function orderSql(
  order: Order,
  { isOpposite = false, mark = '+' }: { isOpposite?: boolean; mark?: '' | '+' } = {},
): string {
  const terms = [order, ...order.thenBy];
  const id = `${mark}r."id"`;
  return [
    ...terms.flatMap(({ sql, direction, column, rest }) => {
      const isRising = (direction === 'asc') !== isOpposite;
      const keyword = isRising ? 'ASC' : 'DESC';
      if (column?.name === 'id') return `${id} ${keyword}`;
      const nulls = direction === 'desc' ? '' : isRising ? ' NULLS LAST' : ' NULLS FIRST';
      return [`${mark}${sql} ${keyword}${nulls}`, ...(rest === null ? [] : [`${rest} ${keyword}`])];
    }),
    ...(terms.at(-1)?.column?.name === 'id' ? [] : [`${id} ${isOpposite ? 'DESC' : 'ASC'}`]),
  ].join(', ');
}
