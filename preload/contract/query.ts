import type { ComputedColumn } from './computedColumns.ts';
import { isComputedName } from './expressions/columns.ts';
import { canonicalJson } from './json.ts';

/**
 * The query object of the data service, the app's only query language. Source: data service interface, "Query
 * object"; nested groups and further operators as accepted by the live service.
 */

export type Scalar = string | number | boolean | null;

export type ConditionValue = Scalar | Scalar[];

/** `operator` is any word; the service's metadata state the valid ones. */
export interface Condition {
  operator: string;
  field: string;
  value: ConditionValue;
}

/** `operator` defaults to `and`. An empty `and` matches everything, an empty `or` nothing. */
export interface Group {
  operator?: 'and' | 'or' | undefined;
  filters: Filter[];
}

export type Filter = Condition | Group;

export interface SortKey {
  field: string;
  direction: 'asc' | 'desc';
}

/** The service sorts by one field; `thenBy` is for local queries. */
export interface Sort extends SortKey {
  thenBy?: SortKey[] | undefined;
}

export const maxSortKeys = 5;

/** `page` starts at 1. The service may return fewer records than requested and echoes its page size. */
export interface Pagination {
  page?: number | undefined;
  perPage?: number | undefined;
}

/** Unknown members are kept and sent. */
export interface Aggregate {
  readonly [member: string]: unknown;
  groupBy?: string | undefined;
  aggregateFunction?: string | undefined;
  interval?: string | undefined;
  mode?: string | undefined;
}

export const aggregateMembers = ['groupBy', 'aggregateFunction', 'interval', 'mode'] as const;

export interface Query {
  filter?: Filter | undefined;
  sort?: Sort | undefined;
  pagination?: Pagination | undefined;
  aggregate?: Aggregate | undefined;
  /** Added by main for local queries; never sent. */
  computed?: readonly ComputedColumn[] | undefined;
}

export type ListQuery = Pick<Query, 'filter' | 'sort'>;

/** Walking is recursive, so deeper groups are rejected first. */
export const maxFilterDepth = 64;

export function sortKeys({ thenBy = [], ...first }: Sort): [SortKey, ...SortKey[]] {
  return [first, ...thenBy];
}

export function sortOfKeys([first, ...thenBy]: readonly SortKey[]): Sort | undefined {
  return first === undefined || thenBy.length === 0 ? first : { ...first, thenBy };
}

/** The service sorts by one field. */
export function sentQuery(query: Query): Query {
  return query.sort?.thenBy === undefined ? query : { ...query, sort: sortKeys(query.sort)[0] };
}

export function isGroup(filter: Filter): filter is Group {
  return 'filters' in filter;
}

export function isEverything(filter: Filter): boolean {
  return isGroup(filter) && filter.operator !== 'or' && filter.filters.length === 0;
}

export function fieldsOf(filter: Filter | undefined): string[] {
  if (filter === undefined) return [];
  return isGroup(filter) ? filter.filters.flatMap(fieldsOf) : [filter.field];
}

export function fieldsOfQuery({ filter, sort }: Query): string[] {
  return [...fieldsOf(filter), ...(sort === undefined ? [] : sortKeys(sort).map(({ field }) => field))];
}

export function namesComputed(query: Query): boolean {
  return fieldsOfQuery(query).some(isComputedName);
}

/** Drops conditions on computed columns, so it matches at least as much. Undefined matches everything. */
export function serviceFilter(filter: Filter | undefined): Filter | undefined {
  if (filter === undefined || !fieldsOf(filter).some(isComputedName)) return filter;
  if (!isGroup(filter) || filter.operator === 'or') return undefined;
  const filters = filter.filters.flatMap((part) => serviceFilter(part) ?? []);
  const [only, another] = filters;
  return another === undefined ? only : { ...filter, filters };
}

export function conjunctsOf(filter: Filter | undefined): readonly Filter[] {
  if (filter === undefined) return [];
  return isGroup(filter) && filter.operator !== 'or' ? filter.filters : [filter];
}

export function allOf(filters: readonly Filter[]): Filter | undefined {
  const [first] = filters;
  if (first === undefined || (filters.length === 1 && conjunctsOf(first)[0] === first)) return first;
  return { operator: 'and', filters: [...filters] };
}

export function queryKey(query: Query): string {
  return canonicalJson(query);
}

export const countText = /^[1-9]\d{0,14}$/;

/** Bytes of path and query that any server accepts: RFC 9110, 4.1 recommends 8,000 with the base URL. */
export const maxRequestBytes = 7800;

export function queryBytes(query: Query): number {
  return encodeURIComponent(JSON.stringify(query)).length;
}
