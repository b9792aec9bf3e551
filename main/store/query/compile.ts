import {
  fieldsOf,
  isGroup,
  sortKeys,
  type Filter,
  type Query,
  type SortKey,
} from '../../../preload/contract/query.ts';
import { isComputedName } from '../../../preload/contract/expressions/columns.ts';
import type { SqlValue } from './columns.ts';
import { cancelCheck } from './functions.ts';
import { filterTarget, sortTarget, type FieldOptions, type Target } from './fields.ts';
import { compileCondition } from './operators.ts';
import { parseFilter } from './parse.ts';
import { problems } from './problems.ts';
import { joinBalanced, type Bind } from './sql.ts';
import type { Column, Table } from './tables.ts';

/** Maximum records per page. Rule: service notes, "Limits and errors": the service serves at most 1000. */
export const maxPerPage = 1000;

/** Maximum values of one condition: enough for all spellings of all wallets that can be watched. */
export const maxValues = 20_000;

export interface CompileOptions extends FieldOptions {
  readonly maxPerPage?: number;
}

type Parameters = Readonly<Record<string, SqlValue>>;

export interface CompiledFilter {
  /** From `compileWhere`: `1` if everything matches. */
  readonly where: string;
  readonly parameters: Parameters;
}

export interface CompiledQuery {
  readonly countSql: string;
  /** `1` if everything matches. */
  readonly where: string;
  readonly order: Order;
  readonly filterFields: ReadonlySet<string>;
  readonly parameters: Parameters;
  readonly page: number;
  /** As served, cut at the limit. */
  readonly perPage: number;
}

/** Sorts by an expression, nulls last, then by the next terms, then by id ascending. */
export interface Order extends OrderTerm {
  readonly thenBy: readonly OrderTerm[];
}

interface OrderTerm {
  readonly sql: string;
  readonly direction: 'asc' | 'desc';
  readonly column: Column | null;
  /** SQL of the remainder beyond a number's double; null if no number of the column has one. */
  readonly rest: string | null;
  readonly computed: boolean;
}

/**
 * Compiles a query object, for a database with the functions of `installFunctions`. Throws a `QueryProblem`
 * if it cannot be answered.
 *
 * Rule: service notes, "Envelope of a list" and "Filters": nulls last in both directions, ties by id
 * ascending, the resource's default sort if the query has none.
 */
export function compileQuery(table: Table, query: Query, given: CompileOptions): CompiledQuery {
  const options = { ...given, computed: query.computed };
  const binder = makeBinder();
  const filter = compileFilter(table, query.filter, options, binder.bind);
  const filterFields = new Set(fieldsOf(query.filter));
  const where = filter === '1' ? filter : `${cancelCheck} AND ${filter}`;
  const perPage = Math.min(
    query.pagination?.perPage ?? table.resource.defaultPerPage,
    options.maxPerPage ?? maxPerPage,
  );
  return {
    countSql: `SELECT count(*) FROM ${table.name} r WHERE ${where}`,
    where,
    order: compileOrder(table, query, options, binder.bind),
    filterFields,
    parameters: binder.parameters,
    page: query.pagination?.page ?? 1,
    perPage,
  };
}

function compileOrder(table: Table, { sort }: Query, options: FieldOptions, bind: Bind): Order {
  const openFields = options.openFields || sort === undefined;
  const term = ({ field, direction }: SortKey): OrderTerm => {
    const target = sortTarget(table, field, { ...options, openFields }, bind);
    const { sql, column, rest, comparison } = target;
    const isWritten = column === null || column.field.type === 'text';
    // Lists of millions have codes and hashes, which are sorted by code point.
    if (comparison === 'text' && isWritten && (isComputedName(field) || !table.chunked))
      return { sql: `rwa_text_key(${sql})`, direction, column: null, rest: null, computed: true };
    return { sql, direction, column, rest, computed: isComputedName(field) };
  };
  const [first, ...others] = sortKeys(sort ?? table.resource.defaultSort);
  return { ...term(first), thenBy: others.map(term) };
}

export function compileColumns(
  table: Table,
  { query, fields }: { query: Query; fields: readonly string[] },
  given: FieldOptions,
  target: typeof sortTarget,
): CompiledFilter & { readonly columns: readonly Target[]; readonly order: () => Order } {
  const options = { ...given, computed: query.computed };
  const binder = makeBinder();
  return {
    columns: fields.map((field) => target(table, field, options, binder.bind)),
    where: `${cancelCheck} AND ${compileFilter(table, query.filter, options, binder.bind)}`,
    order: () => compileOrder(table, query, options, binder.bind),
    parameters: binder.parameters,
  };
}

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

function makeBinder(): { bind: Bind; parameters: Record<string, SqlValue> } {
  const parameters: Record<string, SqlValue> = {};
  let count = 0;
  return {
    parameters,
    bind: (value) => {
      count += 1;
      // SQLite's limit is 32,766.
      if (count > 30_000) throw problems.filterFormat();
      const name = `p${count.toString()}`;
      parameters[name] = value;
      return `:${name}`;
    },
  };
}
