import type { RecordList } from '../../preload/contract/bridge.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import { FailureError, type Failure } from '../../preload/contract/failures.ts';
import type { ResourceMetadata } from '../../preload/contract/metadata.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import { queryKey, type Query } from '../../preload/contract/query.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { listRequest, recordRequest, type Client } from '../service/client.ts';
import { limitedEndpoint } from '../service/assumptions.ts';
import type { CacheStore, StoredPage } from '../store/store.ts';
import { catalogueMetadata } from './catalogueMetadata.ts';
import { RefreshLog } from './refreshLog.ts';

export interface ExplorerOptions {
  readonly connection: Connection;
  readonly client: Client;
  readonly cache: CacheStore;
  /** How long a fetched page counts as fresh, in milliseconds. */
  readonly freshForMs: () => number;
  readonly offline: () => boolean;
  readonly now: () => number;
  /** A stale page or record was refreshed behind the caller, or the refresh failed: asking again tells. */
  readonly onRefreshed?: (what: { resource: ResourceName; key: string }) => void;
}

interface Asking {
  /** Ask the service even when the cache is fresh. */
  readonly refresh?: boolean | undefined;
  /**
   * Only answers fetched at or after this moment, in milliseconds since 1970 UTC, and no older one where that fails; working
   * offline, the cached records instead of cached pages. For work that puts many pages together.
   */
  readonly notBefore?: number | undefined;
  /**
   * Where the cached page is stale, wait for the refresh instead of being told of it later; and rather fail than run the query
   * on what happens to be cached. For programs.
   */
  readonly wait?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RecordAnswer {
  readonly record: ResourceRecord;
  readonly provenance: Provenance;
}

/**
 * What an analyst asks of one connection, answered from the cache where it is fresh, from the service where it is not, and
 * from the cache again where the service cannot be reached. Every answer says where it comes from. All methods throw
 * `FailureError`.
 */
export interface Explorer {
  list(resource: ResourceName, query: Query, asking?: Asking): Promise<RecordList>;
  record(resource: ResourceName, id: string | number, asking?: Asking): Promise<RecordAnswer>;
  describe(resource: ResourceName, asking?: Asking): Promise<ResourceMetadata>;
}

/** Metadata describe the interface, which changes with releases of the service, not with its data. */
const metadataFreshForMs = 24 * 60 * 60_000;

/** The refusals that mean the question is wrong: an older answer must not hide them. */
const questionIsWrong = new Set<Failure['code']>(['bad-query', 'not-found', 'cancelled', 'bad-arguments']);

/** No answer is to be had now: the cached records are the best there is. */
const noAnswer = new Set<Failure['code']>(['unreachable', 'timeout', 'service-error', 'rate-limited']);

export function createExplorer(options: ExplorerOptions): Explorer {
  const { connection, client, cache, now } = options;
  const refreshes = new RefreshLog(now);

  function provenance(
    of: Pick<Provenance, 'source' | 'fetchedAt' | 'request' | 'coverage'>,
    reason?: string,
  ): Provenance {
    const stale = of.fetchedAt !== null && now() - of.fetchedAt > options.freshForMs();
    return {
      connectionId: connection.id,
      sample: connection.sample,
      stale: stale || reason !== undefined,
      ...(reason === undefined ? {} : { staleReason: reason }),
      ...of,
    };
  }

  function isFresh(fetchedAt: number): boolean {
    const age = now() - fetchedAt;
    // A negative age means that the clock was set back: nothing is known of the true age.
    return age >= 0 && age <= options.freshForMs();
  }

  async function fetchPage(resource: ResourceName, query: Query, signal?: AbortSignal): Promise<RecordList> {
    const answer = await client.list(resource, query, signal);
    const page = { ...answer, fetchedAt: now(), request: listRequest(resource, query) };
    await cache.writePage({ resource, query, ...page });
    return fromPage(page, 'service');
  }

  function fromPage(page: StoredPage, source: 'service' | 'cache', reason?: string): RecordList {
    const { records, pagination, applied, fetchedAt, request } = page;
    return {
      records,
      pagination,
      applied,
      provenance: provenance({ source, fetchedAt, request, coverage: { kind: 'answer' } }, reason),
    };
  }

  /** The same query, run on the cached records; null where none are cached. */
  async function runLocally(
    resource: ResourceName,
    query: Query,
    reason?: string,
  ): Promise<RecordList | null> {
    const answer = await cache.runQuery({ resource, query });
    if (answer.cachedRecords === 0) return null;
    return {
      records: answer.records,
      pagination: answer.pagination,
      applied: {
        ...(query.filter === undefined ? {} : { filter: query.filter }),
        ...(query.sort === undefined ? {} : { sort: query.sort }),
      },
      provenance: provenance(
        {
          source: 'local',
          fetchedAt: answer.oldestFetchedAt,
          request: listRequest(resource, query),
          coverage: { kind: 'partial', cachedRecords: answer.cachedRecords },
        },
        reason,
      ),
    };
  }

  /** Refreshes behind the caller's back, once at a time for a key; a failure is remembered for the next answer. */
  function refreshBehind(resource: ResourceName, key: string, work: () => Promise<unknown>): void {
    refreshes.run(`${resource} ${key}`, work, () => options.onRefreshed?.({ resource, key }));
  }

  return {
    async list(resource, query, { refresh = false, wait = false, notBefore, signal } = {}) {
      const key = queryKey(query);
      const page = await cache.readPage({ resource, query });

      if (options.offline()) {
        if (page !== null && notBefore === undefined) return fromPage(page, 'cache');
        const local = await runLocally(resource, query);
        if (local !== null) return local;
        throw new FailureError(nothingCached(resource));
      }

      const isWanted = page !== null && !refresh && (notBefore === undefined || page.fetchedAt >= notBefore);
      if (isWanted && isFresh(page.fetchedAt)) return fromPage(page, 'cache');
      if (isWanted && notBefore === undefined && !wait) {
        const failed = refreshes.recentFailure(`${resource} ${key}`);
        if (failed !== null) return fromPage(page, 'cache', reasonOf(failed));
        refreshBehind(resource, key, () => fetchPage(resource, query));
        return fromPage(page, 'cache');
      }

      try {
        return await fetchPage(resource, query, signal);
      } catch (error) {
        if (notBefore !== undefined || !(error instanceof FailureError)) throw error;
        if (questionIsWrong.has(error.failure.code)) throw error;
        if (page !== null) return fromPage(page, 'cache', reasonOf(error.failure));
        const local =
          noAnswer.has(error.failure.code) && !wait
            ? await runLocally(resource, query, reasonOf(error.failure))
            : null;
        // No cached record on this page says nothing: others may exist, and the failure tells what to do.
        if (local === null || local.records.length === 0) throw error;
        return local;
      }
    },

    async record(resource, id, { refresh = false, signal } = {}) {
      const key = String(id);
      const stored = await cache.readRecord({ resource, id });
      const fromCache = (entry: NonNullable<typeof stored>, reason?: string): RecordAnswer => ({
        record: entry.record,
        provenance: provenance(
          {
            source: 'cache',
            fetchedAt: entry.fetchedAt,
            request: entry.request,
            coverage: { kind: 'answer' },
          },
          reason,
        ),
      });
      const fetchRecord = async (caller?: AbortSignal): Promise<RecordAnswer> => {
        const record = await client.record(resource, id, caller);
        const entry = { record, fetchedAt: now(), request: recordRequest(resource, id) };
        await cache.writeRecord({ resource, ...entry });
        return {
          record,
          provenance: provenance({
            source: 'service',
            fetchedAt: entry.fetchedAt,
            request: entry.request,
            coverage: { kind: 'answer' },
          }),
        };
      };

      if (options.offline()) {
        if (stored !== null) return fromCache(stored);
        throw new FailureError(nothingCached(resource));
      }
      if (stored !== null && !refresh) {
        // A settled transaction does not change, and looking it up again would spend the hourly budget.
        if (isFresh(stored.fetchedAt) || resources[resource].path === limitedEndpoint)
          return fromCache(stored);
        const failed = refreshes.recentFailure(`${resource} ${key}`);
        if (failed !== null) return fromCache(stored, reasonOf(failed));
        refreshBehind(resource, key, () => fetchRecord());
        return fromCache(stored);
      }
      try {
        return await fetchRecord(signal);
      } catch (error) {
        if (stored === null || !(error instanceof FailureError) || questionIsWrong.has(error.failure.code))
          throw error;
        return fromCache(stored, reasonOf(error.failure));
      }
    },

    async describe(resource, { refresh = false, signal } = {}) {
      const stored = await cache.readMetadata(resource);
      if (options.offline()) return stored?.metadata ?? catalogueMetadata(resource);
      const age = stored === null ? Infinity : now() - stored.fetchedAt;
      if (stored !== null && !refresh && age >= 0 && age <= metadataFreshForMs) return stored.metadata;
      try {
        const metadata = await client.metadata(resource, signal);
        await cache.writeMetadata({ resource, metadata, fetchedAt: now() });
        return metadata;
      } catch (error) {
        if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
        return stored?.metadata ?? catalogueMetadata(resource);
      }
    },
  };
}

function nothingCached(resource: ResourceName): Failure {
  return {
    code: 'offline',
    message: `No ${resources[resource].label.toLowerCase()} for this are on this computer yet. Go online and open the view once.`,
  };
}

/** The app's sentence, followed by the service's own words where there are any. */
function reasonOf(failure: Failure): string {
  return failure.detail === undefined ? failure.message : `${failure.message} (${failure.detail})`;
}
