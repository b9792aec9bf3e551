/** A transaction that must be fetched in time. */
export interface Due {
  /** When the service has it. */
  readonly from: number;
  /** When it must have been fetched. */
  readonly until: number;
}

/**
 * The fewest requests that fetch everything in time, for one who knows the future: a request fetches all that the service has at its
 * moment, however much. Each is sent at the last moment that the most urgent transaction not yet fetched allows, which is the fewest
 * points that hit all of some intervals. Pages, failures and refusals would only add to it.
 */
export function fewestRequests(dues: readonly Due[]): number {
  let requests = 0;
  let last = -Infinity;
  for (const { from, until } of [...dues].sort((a, b) => a.until - b.until)) {
    if (from <= last) continue;
    last = until;
    requests += 1;
  }
  return requests;
}
