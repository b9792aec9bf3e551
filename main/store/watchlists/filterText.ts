import { canonicalJson } from '../../../preload/contract/json.ts';
import { type Filter } from '../../../preload/contract/query.ts';
import { querySchema } from '../../../preload/contract/querySchema.ts';

export function parseFilterText(text: string): Filter | undefined {
  const filter: unknown = JSON.parse(text);
  return querySchema.parse({ filter }).filter;
}

/** True for filters that differ at most in the order of their members. */
export function isSameFilter(a: Filter, b: Filter): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
