import { canonicalJson } from '../../../preload/contract/json.ts';
import { type Filter } from '../../../preload/contract/query.ts';
import { querySchema } from '../../../preload/contract/querySchema.ts';

/** The filter of a text that `canonicalJson` has made. */
export function parseFilterText(text: string): Filter | undefined {
  const filter: unknown = JSON.parse(text);
  return querySchema.parse({ filter }).filter;
}

/** True for filters that differ in the order of their members at most. */
export function isSameFilter(a: Filter, b: Filter): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
