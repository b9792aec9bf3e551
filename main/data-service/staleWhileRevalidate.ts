import type { Connection } from '../../preload/contract/connections.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import { RefreshLog } from './refreshLog.ts';
import { noAnswer, queryErrorCodes, reasonOf } from './refusals.ts';

export interface FreshnessOptions {
  readonly connection: Connection;
  readonly freshForMs: () => number;
  readonly offline: () => boolean;
  readonly now: () => number;
}

export type Freshness = ReturnType<typeof createFreshness>;

export function createFreshness({ connection, freshForMs, offline, now }: FreshnessOptions) {
  function isFresh(fetchedAt: number): boolean {
    const age = now() - fetchedAt;
    // The clock was set back: the age is unknown.
    return age >= 0 && age <= freshForMs();
  }
  return {
    offline,
    refreshes: new RefreshLog(now),
    isFresh,
    /** Returns whether it was fetched at or after `notBefore`. Dates in the future count as oldest. */
    isSince: (fetchedAt: number, notBefore: number) => fetchedAt >= notBefore && fetchedAt <= now(),
    provenance: (
      {
        notes = [],
        ...of
      }: Pick<Provenance, 'source' | 'fetchedAt' | 'request' | 'notes'> &
        Partial<Pick<Provenance, 'coverage'>>,
      reason?: string,
    ): Provenance => ({
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

interface Sources<Stored extends { readonly fetchedAt: number }, Answer> {
  readonly key: string;
  readonly stored: Stored | null;
  show(stored: Stored, reason?: string): Promise<Answer> | Answer;
  fetch(signal?: AbortSignal): Promise<Answer>;
  readonly isFresh?: (stored: Stored) => boolean;
  readonly isOutdated?: (stored: Stored) => boolean;
  /** Answers from cached records instead of the service; null if it may not. */
  readonly complete?: () => Promise<Answer | null>;
  /** Answers from cached records if the service fails; null if they cannot. */
  readonly local?: (reason: string) => Promise<Answer | null>;
  /** Throws `FailureError` `offline` without an answer. */
  cached(): Promise<Answer> | Answer;
  /** A background refresh has ended: request again to see its result. Never called with `wait`. */
  readonly onRefreshed?: () => void;
}

export interface FetchOptions {
  readonly refresh?: boolean | undefined;
  readonly wait?: boolean | undefined;
  readonly cachedOnly?: boolean | undefined;
  readonly notBefore?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Answers from a fresh cache; at once from a stale one, with a background refresh; else from the service. If
 * that fails, from the stale answer or cached records, with the reason. Rule: RFC 5861.
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
