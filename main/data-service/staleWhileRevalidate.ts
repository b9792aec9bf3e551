import type { Connection } from '../../preload/contract/connections.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import { RefreshLog } from './refreshLog.ts';
import { noAnswer, queryErrorCodes, reasonOf } from './refusals.ts';

export interface FreshnessOptions {
  readonly connection: Connection;
  /** How long an answer counts as fresh, in milliseconds. */
  readonly freshForMs: () => number;
  readonly offline: () => boolean;
  readonly now: () => number;
}

/** What is known of how fresh the answers of one connection are. */
export interface Freshness {
  readonly offline: () => boolean;
  readonly refreshes: RefreshLog;
  isFresh(fetchedAt: number): boolean;
  /** True for what was fetched at or after `notBefore`. What a clock that was ahead has dated is older than everything. */
  isSince(fetchedAt: number, notBefore: number): boolean;
  /** The provenance of an answer, of the service as it came where no `coverage` is named; `reason` tells why nothing newer was to be had. */
  provenance(
    of: Pick<Provenance, 'source' | 'fetchedAt' | 'request' | 'notes'> &
      Partial<Pick<Provenance, 'coverage'>>,
    reason?: string,
  ): Provenance;
}

export function createFreshness({ connection, freshForMs, offline, now }: FreshnessOptions): Freshness {
  function isFresh(fetchedAt: number): boolean {
    const age = now() - fetchedAt;
    // A negative age means that the clock was set back: nothing is known of the true age.
    return age >= 0 && age <= freshForMs();
  }
  return {
    offline,
    refreshes: new RefreshLog(now),
    isFresh,
    isSince: (fetchedAt, notBefore) => fetchedAt >= notBefore && fetchedAt <= now(),
    provenance: ({ notes = [], ...of }, reason) => ({
      connectionId: connection.id,
      sample: connection.sample,
      stale: reason !== undefined || (of.fetchedAt !== null && !isFresh(of.fetchedAt)),
      ...(reason === undefined ? {} : { staleReason: reason }),
      coverage: { kind: 'answer' },
      ...of,
      ...(notes.length === 0 ? {} : { notes }),
    }),
  };
}

/** Where an answer may come from. */
export interface Sources<Stored extends { readonly fetchedAt: number }, Answer> {
  /** Names it among the refreshes of the connection. */
  readonly key: string;
  /** As it was stored last. */
  readonly stored: Stored | null;
  /** The stored answer; `reason` tells why there is no newer one. */
  show(stored: Stored, reason?: string): Promise<Answer> | Answer;
  /** Asks the service, and stores what it answers. */
  fetch(signal?: AbortSignal): Promise<Answer>;
  /** True where a stored answer needs no refresh; `isFresh` of the connection where left out. */
  readonly isFresh?: (stored: Stored) => boolean;
  /** True where what `complete` makes is newer than the stored answer. */
  readonly isOutdated?: (stored: Stored) => boolean;
  /** What is made of cached records and takes the place of a fetch; null where it may not. */
  readonly complete?: () => Promise<Answer | null>;
  /** What is made of cached records where the service gives no answer; null where they say nothing. */
  readonly local?: (reason: string) => Promise<Answer | null>;
  /** The answer without the service. Throws `FailureError` `offline` where there is none. */
  cached(): Promise<Answer> | Answer;
  /** A stale answer was refreshed behind the caller, or the refresh failed: request it again to see which. Never called with `wait`. */
  readonly onRefreshed?: () => void;
}

/** How an answer is wanted: see `RequestOptions`. */
export interface FetchOptions {
  readonly refresh?: boolean | undefined;
  readonly wait?: boolean | undefined;
  readonly cachedOnly?: boolean | undefined;
  readonly notBefore?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Answers from the cache while it is fresh; a stale answer at once, with a refresh behind it; else from the service, and where that gives
 * no answer the stale one, or what cached records tell, with the reason. Rule: RFC 5861.
 */
export async function staleWhileRevalidate<Stored extends { readonly fetchedAt: number }, Answer>(
  { offline, isFresh, isSince, refreshes }: Freshness,
  sources: Sources<Stored, Answer>,
  { refresh = false, wait = false, cachedOnly = false, notBefore, signal }: FetchOptions,
): Promise<Answer> {
  const { key, stored } = sources;
  if (cachedOnly || offline()) return sources.cached();
  if (!refresh) {
    const isEnough = sources.isFresh ?? (({ fetchedAt }: Stored) => isFresh(fetchedAt));
    const enough =
      stored !== null && isEnough(stored) && (notBefore === undefined || isSince(stored.fetchedAt, notBefore))
        ? stored
        : null;
    if (enough !== null && sources.isOutdated?.(enough) !== true) return sources.show(enough);
    const complete = await sources.complete?.();
    if (complete !== undefined && complete !== null) return complete;
    if (enough !== null) return sources.show(enough);
    if (stored !== null && !wait && notBefore === undefined) {
      const failed = refreshes.recentFailure(key);
      if (failed !== null) return sources.show(stored, reasonOf(failed));
      refreshes.run(
        key,
        () => sources.fetch(),
        () => sources.onRefreshed?.(),
      );
      return sources.show(stored);
    }
  }
  try {
    return await sources.fetch(signal);
  } catch (error) {
    if (!(error instanceof FailureError) || queryErrorCodes.has(error.failure.code)) throw error;
    if (notBefore !== undefined) throw error;
    const reason = reasonOf(error.failure);
    if (stored !== null) return sources.show(stored, reason);
    const local = noAnswer.has(error.failure.code) ? await sources.local?.(reason) : null;
    if (local === undefined || local === null) throw error;
    return local;
  }
}
