import { isGroup, type Filter, type Query } from '../../../preload/contract/query.ts';
import type { SqlValue } from './columns.ts';
import { filterTarget, sortTarget, type Bind, type FieldOptions } from './fields.ts';
import { compileCondition } from './operators.ts';
import { parseFilter } from './parse.ts';
import { problems } from './problems.ts';
import { joinBalanced } from './sql.ts';
import type { Table } from './tables.ts';

/** Records on a page at most. Rule: field notes, "Limits and errors": the service serves at most 1000. */
export const maxPerPage = 1000;

/** Values bound in one query at most; SQLite takes 32,766. */
export const maxValues = 10_000;

export interface CompileOptions extends FieldOptions {
  /** Records on a page at most; `maxPerPage` where left out. */
  readonly maxPerPage?: number;
}

export type Parameters = Readonly<Record<string, SqlValue>>;

/** A filter as SQL over the table `r`. Every value is bound as a parameter. */
export interface CompiledFilter {
  /** `1` where everything matches. */
  readonly where: string;
  readonly parameters: Parameters;
}

export interface CompiledQuery {
  /** Rows as `decodeRecord` takes them, in order; binds `parameters`, `limit` and `offset`. */
  readonly rowsSql: string;
  /** The exact number of records that match; binds `parameters`. */
  readonly countSql: string;
  readonly parameters: Parameters;
  readonly page: number;
  /** As served: what was asked for, cut at the limit. */
  readonly perPage: number;
}

/**
 * Compiles a query object. Throws a `QueryProblem` where the query cannot be answered.
 *
 * Rule: field notes, "Envelope of a list" and "Filters": nulls last in both directions, ties by id ascending, the default
 * sort of the resource where the query has none.
 */
export function compileQuery(table: Table, query: Query, options: CompileOptions): CompiledQuery {
  const binder = makeBinder();
  const where = compileFilter(table, query.filter, options, binder.bind);
  const sort = query.sort ?? table.resource.defaultSort;
  const target = sortTarget(
    table,
    sort.field,
    { openFields: options.openFields || query.sort === undefined },
    binder.bind,
  );
  const order = orderBy(target.sql, sort.direction);
  const perPage = Math.min(
    query.pagination?.perPage ?? table.resource.defaultPerPage,
    options.maxPerPage ?? maxPerPage,
  );
  return {
    rowsSql: `SELECT ${table.selectList}
      FROM (SELECT r._key AS key FROM ${table.name} r WHERE ${where} ORDER BY ${order} LIMIT :limit OFFSET :offset) page
      CROSS JOIN ${table.name} r ON r._key = page.key
      CROSS JOIN ${table.bodies} b ON b.key = r._body
      ORDER BY ${order}`,
    countSql: `SELECT count(*) FROM ${table.name} r WHERE ${where}`,
    parameters: binder.parameters,
    page: query.pagination?.page ?? 1,
    perPage,
  };
}

/** Compiles a filter alone, for statements of one's own over `table.name` under the alias `r`. */
export function compileWhere(
  table: Table,
  filter: Filter | undefined,
  options: FieldOptions,
): CompiledFilter {
  const binder = makeBinder();
  const where = compileFilter(table, filter, options, binder.bind);
  return { where, parameters: binder.parameters };
}

function compileFilter(table: Table, filter: Filter | undefined, options: FieldOptions, bind: Bind): string {
  return filter === undefined ? '1' : walk(parseFilter(filter));

  function walk(part: Filter): string {
    if (isGroup(part)) return joinBalanced(part.filters.map(walk), part.operator === 'or' ? 'OR' : 'AND');
    const { field, operator, value } = part;
    if (Array.isArray(value) && value.length > maxValues) throw problems.tooManyValues(field, maxValues);
    return compileCondition(operator, filterTarget(table, field, options, bind), value, bind);
  }
}

function orderBy(sql: string, direction: 'asc' | 'desc'): string {
  if (sql === 'r."id"') return direction === 'asc' ? sql : `${sql} DESC`;
  return direction === 'asc' ? `${sql} ASC NULLS LAST, r._order` : `${sql} DESC, r._order`;
}

function makeBinder(): { bind: Bind; parameters: Record<string, SqlValue> } {
  const parameters: Record<string, SqlValue> = {};
  let count = 0;
  return {
    parameters,
    bind: (value) => {
      count += 1;
      if (count > 30_000) throw problems.filterFormat();
      const name = `p${count.toString()}`;
      parameters[name] = value;
      return `:${name}`;
    },
  };
}
