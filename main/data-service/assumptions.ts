import type { Query } from '../../preload/contract/query.ts';
import { resourceNames, resources, type ResourceName } from '../../preload/contract/resources.ts';

/** Undocumented and unconfirmed. Real answers can correct them here. See `docs/service-assumptions.md`. */

/** No limit of `perPage` is documented. Clients get 1,000; capped services return fewer. */
export const maxPerPage = 1000;

/** A page of another size has another URL, which no cache of the service knows. */
export function otherPageSize(perPage: number): number {
  return perPage < maxPerPage ? perPage + 1 : perPage - 1;
}

/** Newest first, finest first. Only `date` is documented; used if the service refuses `timestamp`. */
export const newestFields = ['timestamp', 'date'] as const;

/** The endpoint with a documented limit: 120 requests an hour for each organization. */
export const limitedEndpoint = '/v4/transactions';

/** Returns the resource at a path: its list and records share a limit. */
export function limitedResource(path: string): ResourceName | null {
  return (
    resourceNames.find((name) => {
      const { path: list } = resources[name];
      return path === list || (path.startsWith(`${list}/`) && /^\d+$/.test(path.slice(list.length + 1)));
    }) ?? null
  );
}

/** Heavy queries take over a minute. */
export const requestTimeoutMs = 90_000;

/** For answers on screen. Longer ones come by a patient sync. */
export const onScreenMs = 30_000;

/** The sample data service is local: it answers or has ended. */
export const sampleMs = 600_000;

/** 20 networks weigh 2 MB, 1,000 assets 25 MB. */
export const maxBodyBytes = 128 * 1024 * 1024;

/** Parsed at once on the window's main thread: metadata and tests of a key. */
export const maxJsonBytes = 8 * 1024 * 1024;

export const keyProbe: { readonly path: string; readonly query: Query } = {
  path: '/v4/networks',
  query: { pagination: { page: 1, perPage: 1 } },
};

/** Messages of Node, undici and HTTP clients about a failed connection. */
const transportErrors =
  /\b(ETIMEDOUT|ESOCKETTIMEDOUT|ECONN(RESET|REFUSED|ABORTED)|EPIPE|EPROTO|EAI_AGAIN|ENOTFOUND|E(HOST|NET)(UNREACH|DOWN)|UND_ERR_[A-Z_]+)\b|\bsocket hang up\b|\breason: (connect|read|write|getaddrinfo|socket|client network)\b|\b(fetch failed|network timeout|other side closed|premature close|socket disconnected)\b/i;

/**
 * A 400 that reports a failure behind the service is not about the query, so a retry may help. Quoted text is
 * the query's. Seen: `connect ETIMEDOUT …`, `ECONNRESET`, `socket hang up`, `reason: connect …`.
 */
export function isUpstreamError(status: number, message: string): boolean {
  return status === 400 && transportErrors.test(message.replace(/'[^']*'/g, ''));
}

/** Headers of the limit. Undocumented; rule: draft-ietf-httpapi-ratelimit-headers-03. */
export const limitHeaders = ['ratelimit-limit', 'x-ratelimit-limit'] as const;

/** Headers of the retry time. Undocumented; `Retry-After` is RFC 9110, 10.2.3. */
export const retryHeaders = ['retry-after', 'ratelimit-reset', 'x-ratelimit-reset'] as const;
