import type { Query } from './query.ts';

/** Bytes of path and query that any server accepts: RFC 9110, 4.1 recommends 8,000 with the base URL. */
export const maxRequestBytes = 7800;

export function queryBytes(query: Query): number {
  return encodeURIComponent(JSON.stringify(query)).length;
}
