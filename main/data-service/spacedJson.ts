import { randomInt } from 'node:crypto';
import type { Query } from '../../preload/contract/query.ts';

/** Signs that spaces may follow, and how many: enough for millions of URLs, and no long ones. */
const maxSigns = 12;
const maxSpaces = 3;

/**
 * Writes a query as JSON with spaces at random. They mean nothing, but no cache of the service knows its URL:
 * other installations request the same pages.
 */
export function spacedJson({ filter, ...rest }: Query): string {
  let signs = 0;
  return JSON.stringify({ ...rest, filter }).replaceAll(/"(?:\\.|[^"\\])*"|[{}[\]:,]/g, (sign) => {
    signs += 1;
    return signs > maxSigns ? sign : sign + ' '.repeat(randomInt(maxSpaces + 1));
  });
}
