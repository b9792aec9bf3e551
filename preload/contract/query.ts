import type { ComputedColumn } from './computedColumns.ts';
import { isComputedName } from './expressions/columns.ts';
import { canonicalJson } from './json.ts';

/**
 * The query object of the data service, the one query language of the app: the window edits it, the client sends it,
 * the store compiles it to SQL, the sample service answers it.
 *
 * Rule: data service interface, "Query object"; nested groups and further operators as the live service takes them.
 */

/** A scalar in a filter. */
export type Scalar = string | number | boolean | null;

/** The value of a condition: a scalar, or a list of scalars for operators such as `in`. */
export type ConditionValue = Scalar | Scalar[];

/** One comparison. `operator` is any word: what the service offers is stated by its metadata, not by the app. */
export interface Condition {
  operator: string;
  field: string;
  value: ConditionValue;
}

/**
 * Several filters joined. A group without `operator` means `and`. As in logic, an empty `and` matches everything and an empty `or`
 * matches nothing.
 */
export interface Group {
  operator?: 'and' | 'or' | undefined;
  filters: Filter[];
}

export type Filter = Condition | Group;

export interface SortKey {
  field: string;
  direction: 'asc' | 'desc';
}

/** `thenBy`: the order of records that are equal by the fields before; of the app alone, the service sorts by one field. */
export interface Sort extends SortKey {
  thenBy?: SortKey[] | undefined;
}

/** Fields that records are sorted by at most. */
export const maxSortKeys = 5;

/** `page` counts from 1. The service may serve fewer records a page than requested: it echoes what it served. */
export interface Pagination {
  page?: number | undefined;
  perPage?: number | undefined;
}

/** How an aggregate or a timeseries is made. Every member may be left out. Those that the app does not know are kept and sent. */
export interface Aggregate {
  readonly [member: string]: unknown;
  groupBy?: string | undefined;
  aggregateFunction?: string | undefined;
  interval?: string | undefined;
  mode?: string | undefined;
}

/** The members of `aggregate` that the app knows. */
export const aggregateMembers = ['groupBy', 'aggregateFunction', 'interval', 'mode'] as const;

export interface Query {
  filter?: Filter | undefined;
  sort?: Sort | undefined;
  pagination?: Pagination | undefined;
  aggregate?: Aggregate | undefined;
  /** The computed columns that it names: main adds them for the local engine. A query from outside, or to the service, has none. */
  computed?: readonly ComputedColumn[] | undefined;
}

/** What a place of the window asks for: pages are its list's, and computed columns are added by main. */
export type ListQuery = Pick<Query, 'filter' | 'sort'>;

/** Groups nested deeper than this are refused before they are walked: no analyst writes them, and walking them recurses. */
export const maxFilterDepth = 64;

/** All fields of a sort, the one that decides first at the front. */
export function sortKeys({ thenBy = [], ...first }: Sort): [SortKey, ...SortKey[]] {
  return [first, ...thenBy];
}

/** The sort by these fields; undefined for none. */
export function sortOfKeys([first, ...thenBy]: readonly SortKey[]): Sort | undefined {
  return first === undefined || thenBy.length === 0 ? first : { ...first, thenBy };
}

/** The query as the service takes it: sorted by one field. */
export function sentQuery(query: Query): Query {
  return query.sort?.thenBy === undefined ? query : { ...query, sort: sortKeys(query.sort)[0] };
}

/** True for a group of filters, false for a condition. */
export function isGroup(filter: Filter): filter is Group {
  return 'filters' in filter;
}

/** True for an empty `and`, which matches everything. */
export function isEverything(filter: Filter): boolean {
  return isGroup(filter) && filter.operator !== 'or' && filter.filters.length === 0;
}

/** The fields that a filter asks for, as named in it. */
export function fieldsOf(filter: Filter | undefined): string[] {
  if (filter === undefined) return [];
  return isGroup(filter) ? filter.filters.flatMap(fieldsOf) : [filter.field];
}

/** The fields that a query filters and sorts by. */
export function fieldsOfQuery({ filter, sort }: Query): string[] {
  return [...fieldsOf(filter), ...(sort === undefined ? [] : sortKeys(sort).map(({ field }) => field))];
}

/** True for a query that sorts or filters by a computed column, which the service does not have. */
export function namesComputed(query: Query): boolean {
  return fieldsOfQuery(query).some(isComputedName);
}

/**
 * A filter as far as the service can apply it, which has no computed columns: whatever matches the filter matches this. Undefined where
 * everything does.
 */
export function serviceFilter(filter: Filter | undefined): Filter | undefined {
  if (filter === undefined || !fieldsOf(filter).some(isComputedName)) return filter;
  if (!isGroup(filter) || filter.operator === 'or') return undefined;
  const filters = filter.filters.flatMap((part) => serviceFilter(part) ?? []);
  const [only, another] = filters;
  return another === undefined ? only : { ...filter, filters };
}

/** The filters that must all hold: the parts of an `and`, else the filter itself; none where everything matches. */
export function conjunctsOf(filter: Filter | undefined): readonly Filter[] {
  if (filter === undefined) return [];
  return isGroup(filter) && filter.operator !== 'or' ? filter.filters : [filter];
}

/** The filter that matches where all of these do, and whose parts are just these (`conjunctsOf`); undefined for none. */
export function allOf(filters: readonly Filter[]): Filter | undefined {
  const [first] = filters;
  if (first === undefined || (filters.length === 1 && conjunctsOf(first)[0] === first)) return first;
  return { operator: 'and', filters: [...filters] };
}

/** The key of a query: equal for queries of the same text whatever the order of their members. */
export function queryKey(query: Query): string {
  return canonicalJson(query);
}

/** A number of a page that is sent as text. */
export const countText = /^[1-9]\d{0,14}$/;
