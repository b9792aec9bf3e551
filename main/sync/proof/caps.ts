/** Assumed (`usual-caps` in docs/service-assumptions.md): how many records a service lists at most. */

/** No service cuts lists of fewer records or groups. */
export const smallestCap = 10;

/** True if a page may have been cut at so many. */
export function mayBeCap(size: number): boolean {
  return size >= smallestCap && (size % 5 === 0 || size % 4 === 0);
}

/** True if services are known to list so many at most, or one more. */
export function isUsualCap(records: number): boolean {
  return records >= 25 && [0, 1].some((less) => [25, 64].some((size) => (records + less) % size === 0));
}
