import type { Query } from './query.ts';

/**
 * Bytes of path and query string that any server takes. No limit is documented; RFC 9110, 4.1 asks servers for 8,000 at least, of
 * which the base URL takes some.
 */
export const maxRequestBytes = 7800;

/** Bytes that a query takes in the query string of a URL. */
export function queryBytes(query: Query): number {
  return encodeURIComponent(JSON.stringify(query)).length;
}
