import type { Query } from '../../preload/contract/query.ts';
import { resourceNames, resources, type ResourceName } from '../../preload/contract/resources.ts';

/**
 * What the data service interface does not show and nobody outside the service has confirmed. Each assumption stands here and
 * nowhere else, so that it can be changed when a real answer is seen. The README lists them for users.
 */

/** No limit of `perPage` is documented. Clients are known to be served 1,000; fewer come back where the service caps. */
export const maxPerPage = 1000;

/**
 * Fields by which transactions can be sorted with the newest first, the finer one first. Only `date` is documented, which means a day;
 * where the service refuses to sort by `timestamp`, the app uses `date`.
 */
export const newestFields = ['timestamp', 'date'] as const;

/** The whole endpoint whose request rate is documented: 120 an hour for each organization. */
export const limitedEndpoint = '/v4/transactions';

/** The resource whose list and records lie at a path, which share one limit; null for any other path. */
export function limitedResource(path: string): ResourceName | null {
  return (
    resourceNames.find((name) => {
      const { path: list } = resources[name];
      return path === list || (path.startsWith(`${list}/`) && /^\d+$/.test(path.slice(list.length + 1)));
    }) ?? null
  );
}

/** Heavy queries are known to take over a minute. */
export const requestTimeoutMs = 90_000;

/** Nobody looks at a place that stays empty for longer. What takes a minute comes by a sync, which is patient. */
export const onScreenMs = 30_000;

/** The sample data service is a process of the app: it answers or has ended, however long a busy computer takes. */
export const sampleMs = 600_000;

/** Twenty network records weigh 2 MB; a thousand assets about 25 MB. Anything far beyond is not an answer to read. */
export const maxBodyBytes = 128 * 1024 * 1024;

/** What is read at once, by the thread that answers the window: metadata, and the answer by which a key is tested. */
export const maxJsonBytes = 8 * 1024 * 1024;

/** A query that costs the service least, and counts against no known limit. Sent to find out whether a key is accepted. */
export const keyProbe: { readonly path: string; readonly query: Query } = {
  path: '/v4/networks',
  query: { pagination: { page: 1, perPage: 1 } },
};

/** What Node, undici and common HTTP clients say of a connection that failed. */
const transportErrors =
  /\b(ETIMEDOUT|ESOCKETTIMEDOUT|ECONN(RESET|REFUSED|ABORTED)|EPIPE|EPROTO|EAI_AGAIN|ENOTFOUND|E(HOST|NET)(UNREACH|DOWN)|UND_ERR_[A-Z_]+)\b|\bsocket hang up\b|\breason: (connect|read|write|getaddrinfo|socket|client network)\b|\b(fetch failed|network timeout|other side closed|premature close|socket disconnected)\b/i;

/**
 * A 400 whose message carries a failure behind the service is not about the query, and worth another try. What it quotes is the query's.
 * Seen: `connect ETIMEDOUT …`, `ECONNRESET`, `socket hang up`, `reason: connect …`.
 */
export function isUpstreamError(status: number, message: string): boolean {
  return status === 400 && transportErrors.test(message.replace(/'[^']*'/g, ''));
}

/** The headers that may tell how many requests a key has. Their names are not documented; rule: draft-ietf-httpapi-ratelimit-headers-03. */
export const limitHeaders = ['ratelimit-limit', 'x-ratelimit-limit'] as const;

/** The headers that may tell when to try again. Their names are not documented; `Retry-After` is RFC 9110, 10.2.3. */
export const retryHeaders = ['retry-after', 'ratelimit-reset', 'x-ratelimit-reset'] as const;
