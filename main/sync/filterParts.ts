import { allOf, isGroup, maxRequestBytes, type Filter } from '../../preload/contract/query.ts';
import { choiceOf, conditionsOf, requestsOf } from '../data-service/filterRequests.ts';

/** Bytes that a sync adds: the days of a window. */
export const windowBytes = 300;

/** Splits a filter into alternatives that fit a request each, or returns it alone. */
export function partsOf(filter: Filter): Filter[] {
  const requests = requestsOf([{ list: { id: '' }, filter }], maxRequestBytes - windowBytes);
  return requests.length < 2 ? [filter] : requests.map((request) => request.filter);
}

/** Returns the filter without its long condition; undefined if nothing remains. */
export function commonOf(filter: Filter): Filter | undefined {
  const conditions = conditionsOf(filter);
  const long =
    conditions.findLast(isGroup) ??
    conditions.toSorted((a, b) => (choiceOf(b)?.values.length ?? 0) - (choiceOf(a)?.values.length ?? 0))[0];
  return allOf(conditions.filter((one) => one !== long));
}
