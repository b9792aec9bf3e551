import { createHash } from 'node:crypto';
import { canonicalJson } from '../../preload/contract/json.ts';
import {
  isGroup,
  type Filter,
  type Query,
  type Scalar,
  maxRequestBytes,
} from '../../preload/contract/query.ts';
import { maxPerPage } from './assumptions.ts';
import { listRequest } from './client.ts';

/** A request for many lists at once; its transactions are assigned to lists locally. */
export interface ListsRequest {
  readonly key: string;
  readonly filter: Filter;
  readonly listIds: readonly string[];
}

/**
 * Conditions that differ only in one field's value; `in` takes as many as fit. If they differ in no field,
 * `field` and its one value are null, and the value is not sent.
 */
interface Branch {
  readonly field: string | null;
  readonly rest: readonly Filter[];
  readonly values: Map<Scalar, Set<string>>;
}

interface RequestedList {
  readonly filter: Filter;
  readonly list: { readonly id: string };
}

/** Requests for all that the lists ask for, each of at most `maxBytes` of path and query. */
export function requestsOf(lists: readonly RequestedList[], maxBytes = maxRequestBytes): ListsRequest[] {
  const requests: ListsRequest[] = [];
  const room = maxBytes - frameBytes;
  let load = { filters: new Array<Filter>(), listIds: new Set<string>(), left: room };
  const close = (): void => {
    const [only, another] = load.filters;
    if (only === undefined) return;
    const filter = another === undefined ? only : { operator: 'or' as const, filters: load.filters };
    const key = createHash('sha256').update(canonicalJson(filter)).digest('base64url').slice(0, 16);
    requests.push({ key, filter, listIds: [...load.listIds] });
    load = { filters: [], listIds: new Set(), left: room };
  };
  for (const branch of branchesOf(lists)) {
    const branchBytes = bytesOf(filterOf(branch, [])) + commaBytes;
    let values: Scalar[] = [];
    load.left -= branchBytes;
    for (const [value, listIds] of branch.values) {
      const bytes = branch.field === null ? 0 : bytesOf(value) + commaBytes;
      if (load.left < bytes) {
        if (values.length > 0) load.filters.push(filterOf(branch, values));
        if (load.filters.length > 0) {
          close();
          load.left -= branchBytes;
          values = [];
        }
      }
      values.push(value);
      load.left -= bytes;
      for (const id of listIds) load.listIds.add(id);
    }
    load.filters.push(filterOf(branch, values));
  }
  close();
  return requests;
}

export function since(day: string, filter: Filter): Filter {
  return { operator: 'and', filters: [{ operator: 'gte', field: 'date', value: day }, filter] };
}

/** This order does not shift while pages are read. */
export const byId = { field: 'id', direction: 'asc' } as const;

const longestFrame: Query = {
  filter: since('2026-01-01', { operator: 'or', filters: [] }),
  sort: byId,
  pagination: { page: 1000, perPage: maxPerPage },
};
const frameBytes = listRequest('transactions', longestFrame).length;
const commaBytes = 3;

function bytesOf(part: Filter | Scalar): number {
  return encodeURIComponent(JSON.stringify(part)).length;
}

function filterOf({ field, rest }: Branch, values: readonly Scalar[]): Filter {
  const filters = field === null ? [...rest] : [{ operator: 'in', field, value: [...values] }, ...rest];
  const [only, another] = filters;
  return only !== undefined && another === undefined ? only : { operator: 'and', filters };
}

function branchesOf(lists: readonly RequestedList[]): Iterable<Branch> {
  const all = lists.flatMap(({ list, filter }) =>
    alternativesOf(filter).map((conditions) => ({ id: list.id, conditions })),
  );
  const choices = all.flatMap(({ conditions }) => conditions.flatMap((one) => choiceOf(one) ?? []));
  const values = Map.groupBy(choices, ({ field }) => field);
  const spreadOf = (some: typeof choices): number => new Set(some.flatMap((one) => one.values)).size;
  // Lists differ most in the field with the most values.
  const fields = [...values].map(([field, some]) => ({ field, spread: spreadOf(some) }));
  fields.sort((a, b) => b.spread - a.spread);
  const branches = new Map<string, Branch>();
  for (const { id, conditions } of all) {
    const inOrder = fields.map(({ field }) => conditions.find((one) => choiceOf(one)?.field === field));
    const widest = inOrder.find((one) => one !== undefined);
    const { field, values: chosen } = (widest && choiceOf(widest)) ?? { field: null, values: [null] };
    const rest = conditions.filter((one) => one !== widest);
    const key = JSON.stringify([field, rest.map((one) => canonicalJson(one)).sort()]);
    const branch: Branch = branches.get(key) ?? { field, rest, values: new Map() };
    if (chosen.length > 0) branches.set(key, branch);
    for (const value of chosen)
      branch.values.set(value, (branch.values.get(value) ?? new Set<string>()).add(id));
  }
  return branches.values();
}

/** Returns alternatives of conditions that must all hold. Expands the last `or`, which has the wallets. */
function alternativesOf(filter: Filter): Filter[][] {
  const conditions = conditionsOf(filter);
  const either = conditions.findLast(isGroup);
  const others = conditions.filter((one) => one !== either);
  return either === undefined
    ? [conditions]
    : either.filters.map((alternative) => [...others, ...conditionsOf(alternative)]);
}

export function conditionsOf(filter: Filter): Filter[] {
  return isGroup(filter) && filter.operator !== 'or' ? filter.filters.flatMap(conditionsOf) : [filter];
}

/** Returns the allowed values of a field; null for any other condition. `in` cannot express `equals null`. */
export function choiceOf(filter: Filter): { field: string; values: readonly Scalar[] } | null {
  if (isGroup(filter)) return null;
  const { operator, field, value } = filter;
  const values = Array.isArray(value) ? value : [value];
  const isChoice = operator === 'in' || (operator === 'equals' && !Array.isArray(value));
  return isChoice && !values.includes(null) ? { field, values } : null;
}
