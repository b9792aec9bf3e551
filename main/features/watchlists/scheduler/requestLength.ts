/** No service is known to take more than this in a URL. */
const longestBytes = 64 * 1024;

/**
 * The length to try next, in bytes; null where longer requests are not worth a try: twice what is taken until one is refused, then halfway
 * between the two, to within a quarter.
 * @param taken bytes of a request that the service takes
 * @param refused bytes of the shortest request that it does not take; null while it took all
 */
export function nextLength(taken: number, refused: number | null): number | null {
  if (refused === null) return taken * 2 <= longestBytes ? taken * 2 : null;
  return refused - taken > taken / 4 ? Math.floor((taken + refused) / 2) : null;
}
