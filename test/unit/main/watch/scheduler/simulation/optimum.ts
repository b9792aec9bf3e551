/** A transaction that must be fetched in time. */
export interface Due {
  /** When the service has it. */
  readonly from: number;
  /** When it must have been fetched. */
  readonly until: number;
}

/**
 * The fewest requests that fetch everything in time, for one who knows the future: a request fetches up to `capacity` of what the
 * service has at its moment and was not fetched before. The next request is sent at the last moment that the most urgent
 * transaction allows. This is the optimum where what comes later need not be fetched sooner, which `agreeable` sees to.
 */
export function fewestRequests(dues: readonly Due[], capacity: number): number {
  const ordered = agreeable(dues);
  let requests = 0;
  for (let next = 0; next < ordered.length; requests += 1) {
    const moment = ordered[next]?.until ?? 0;
    const full = next + capacity;
    while (next < ordered.length && next < full && (ordered[next]?.from ?? Infinity) <= moment) next += 1;
  }
  return requests;
}

/** In order of time; none is due before one that came earlier: its due time is put off, which never asks for more requests. */
export function agreeable(dues: readonly Due[]): Due[] {
  let latest = -Infinity;
  return [...dues]
    .sort((a, b) => a.from - b.from)
    .map(({ from, until }) => {
      latest = Math.max(latest, until);
      return { from, until: latest };
    });
}
