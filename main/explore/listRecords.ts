import type { RecordList } from '../../preload/contract/bridge.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { queryKey, type Query } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import { listRequest } from '../service/client.ts';
import type { StoredPage } from '../store/store.ts';
import type { Answering, Asking } from './answering.ts';
import { noAnswer, nothingCached, questionIsWrong, reasonOf } from './refusals.ts';

/**
 * One page of a query: the cached page where it is fresh, the stale one with a refresh behind, else the service's answer, and
 * where none is to be had the same query run on the cached records.
 */
export async function listRecords(
  answering: Answering,
  resource: ResourceName,
  query: Query,
  { refresh = false, wait = false, cachedOnly = false, notBefore, signal }: Asking,
): Promise<RecordList> {
  const { cache, refreshes } = answering;
  const key = queryKey(query);
  const page = await cache.readPage({ resource, query });

  if (cachedOnly) {
    if (page !== null) return fromPage(answering, page, 'cache');
    throw new FailureError(nothingCached(resource));
  }

  if (answering.offline()) {
    if (page !== null && notBefore === undefined) return fromPage(answering, page, 'cache');
    const local = await runLocally(answering, resource, query);
    if (local !== null) return local;
    throw new FailureError(nothingCached(resource));
  }

  const isWanted = page !== null && !refresh && (notBefore === undefined || page.fetchedAt >= notBefore);
  if (isWanted && answering.isFresh(page.fetchedAt)) return fromPage(answering, page, 'cache');
  if (isWanted && notBefore === undefined && !wait) {
    const failed = refreshes.recentFailure(`${resource} ${key}`);
    if (failed !== null) return fromPage(answering, page, 'cache', reasonOf(failed));
    answering.refreshBehind(resource, key, () => fetchPage(answering, resource, query));
    return fromPage(answering, page, 'cache');
  }

  try {
    return await fetchPage(answering, resource, query, signal);
  } catch (error) {
    if (notBefore !== undefined || !(error instanceof FailureError)) throw error;
    if (questionIsWrong.has(error.failure.code)) throw error;
    if (page !== null) return fromPage(answering, page, 'cache', reasonOf(error.failure));
    const local =
      noAnswer.has(error.failure.code) && !wait
        ? await runLocally(answering, resource, query, reasonOf(error.failure))
        : null;
    // No cached record on this page says nothing: others may exist, and the failure tells what to do.
    if (local === null || local.records.length === 0) throw error;
    return local;
  }
}

async function fetchPage(
  answering: Answering,
  resource: ResourceName,
  query: Query,
  signal?: AbortSignal,
): Promise<RecordList> {
  const answer = await answering.client.list(resource, query, signal);
  const page = { ...answer, fetchedAt: answering.now(), request: listRequest(resource, query) };
  await answering.cache.writePage({ resource, query, ...page });
  return fromPage(answering, page, 'service');
}

function fromPage(
  { provenance }: Answering,
  page: StoredPage,
  source: 'service' | 'cache',
  reason?: string,
): RecordList {
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
  { cache, provenance }: Answering,
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
