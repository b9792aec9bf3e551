import type { RecordList } from '../../../preload/contract/bridge.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import { queryKey, type Query } from '../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { limitedEndpoint, newestFields } from '../../data-service/assumptions.ts';
import { listRequest, type Sending } from '../../data-service/client.ts';
import { badAnswer } from '../../data-service/faults.ts';
import type { Body } from '../../data-service/request.ts';
import type { StoredPage } from '../../store/store.ts';
import type { RequestContext, RequestOptions } from './requestContext.ts';
import { localCoverage } from './coverage.ts';
import { noAnswer, nothingCached, questionIsWrong, reasonOf } from './refusals.ts';

/** A question and how its answer is wanted. */
interface Question extends RequestOptions {
  readonly resource: ResourceName;
  readonly query: Query;
}

/**
 * One page of a query: the cached page where it is fresh, or, after a finished sync, the same query run on the cached records;
 * the stale page with a refresh behind; else the service's answer, and where none is to be had the cached records again.
 */
export async function listRecords(
  context: RequestContext,
  resource: ResourceName,
  query: Query,
  options: RequestOptions,
): Promise<RecordList> {
  const { cache } = context;
  const { refresh = false, cachedOnly = false, notBefore, fields, plain } = options;
  const question = { ...options, resource, query };
  const [page, completeAsOf] = await Promise.all([
    cache.readPage({ resource, query, fields, plain }),
    cache.completeAsOf({ resource, query }),
  ]);

  if (cachedOnly || context.offline()) {
    const isNewer = completeAsOf === null || (page !== null && page.fetchedAt >= completeAsOf);
    if (page !== null && isNewer && notBefore === undefined) return fromPage(context, page, 'cache');
    const local = cachedOnly && completeAsOf === null ? null : await runLocally(context, question);
    if (local !== null) return local;
    throw new FailureError(nothingCached(resource));
  }

  if (page !== null && !refresh && context.isFresh(page.fetchedAt) && page.fetchedAt >= (notBefore ?? 0))
    return fromPage(context, page, 'cache');
  if (completeAsOf !== null && !refresh && isSyncEnough(context, question, page, completeAsOf)) {
    const local = await runLocally(context, question).catch(ignoreBadQuery);
    // The service may filter by what its records do not say.
    if (local?.provenance.coverage.kind === 'complete') return local;
  }
  return stalePage(context, question, page) ?? fetchOrFallBack(context, question, page);
}

/**
 * True where what a sync has made complete is the answer: while it is fresh, and at a limited endpoint also when it is stale,
 * since scrolling through a million rows would spend the budget of a day. Its age is shown, and a refresh asks the service. A list of one
 * page is refreshed as everywhere.
 */
function isSyncEnough(
  context: RequestContext,
  { resource, notBefore, wait = false }: Question,
  page: StoredPage | null,
  completeAsOf: number,
): boolean {
  if (notBefore !== undefined) return completeAsOf >= notBefore;
  if (context.isFresh(completeAsOf)) return true;
  const isOnePage = page !== null && page.pagination.pageCount <= 1;
  return resources[resource].path === limitedEndpoint && !wait && !isOnePage;
}

/** The stale page, shown at once while it is refreshed behind; null where the caller wants to wait, or there is no page. */
function stalePage(context: RequestContext, question: Question, page: StoredPage | null): RecordList | null {
  const { resource, query, refresh = false, wait = false, notBefore } = question;
  if (page === null || refresh || wait || notBefore !== undefined) return null;
  const key = queryKey(query);
  const failed = context.refreshes.recentFailure(`${resource} ${key}`);
  if (failed !== null) return fromPage(context, page, 'cache', reasonOf(failed));
  context.refreshBehind(resource, key, () => fetchPage(context, { ...question, signal: undefined }, page));
  return fromPage(context, page, 'cache');
}

async function fetchOrFallBack(
  context: RequestContext,
  question: Question,
  page: StoredPage | null,
): Promise<RecordList> {
  try {
    return await fetchPage(context, question, page);
  } catch (error) {
    if (question.notBefore !== undefined || !(error instanceof FailureError)) throw error;
    if (questionIsWrong.has(error.failure.code)) throw error;
    if (page !== null) return fromPage(context, page, 'cache', reasonOf(error.failure));
    const local =
      noAnswer.has(error.failure.code) && question.wait !== true
        ? await runLocally(context, question, reasonOf(error.failure))
        : null;
    // No cached record on this page says nothing: others may exist, and the failure tells what to do.
    const saysNothing = local?.records.length === 0 && local.provenance.coverage.kind !== 'complete';
    if (local === null || saysNothing) throw error;
    return local;
  }
}

/** Asks the service; where it says that the stored page is still its answer, that page counts as fetched now. */
async function fetchPage(
  context: RequestContext,
  { resource, query, fields, signal, purpose }: Question,
  stored: StoredPage | null,
): Promise<RecordList> {
  const { cache, now } = context;
  const { body, asked } = await askForPage(context, resource, query, {
    signal,
    purpose,
    etag: stored?.etag ?? undefined,
  });
  const fetchedAt = now();
  if (body === null) {
    await cache.renewPage({ resource, query, fetchedAt });
    const renewed = await cache.readPage({ resource, query, fields });
    if (renewed !== null) return fromPage(context, renewed, 'service');
    // Evicted in between: it is asked for whole.
    return fetchPage(context, { resource, query, fields, signal, purpose }, null);
  }
  const request = listRequest(resource, asked);
  const { bytes, etag } = body;
  const sortsWithinDays = asked !== query;
  const answer = { resource, query, fields, bytes, etag, fetchedAt, request, sortsWithinDays };
  const page = await cache.writeAnswer(answer);
  if ('problem' in page) throw new FailureError(badAnswer(page.problem, request));
  return fromPage(context, page, 'service');
}

/**
 * Asks for a page; where the service refuses to sort by time, by day instead, in this request and in all that follow.
 * @returns the answer, and the query it answers
 */
async function askForPage(
  { client, sorting }: RequestContext,
  resource: ResourceName,
  query: Query,
  sending: Sending,
): Promise<{ body: Body | null; asked: Query }> {
  const [byTime, byDay] = newestFields;
  const isByTime = resource === 'transactions' && query.sort?.field === byTime;
  const inDays = { ...query, sort: { direction: query.sort?.direction ?? 'desc', field: byDay } };
  if (isByTime && sorting.byDayOnly)
    return { body: await client.list(resource, inDays, sending), asked: inDays };
  try {
    return { body: await client.list(resource, query, sending), asked: query };
  } catch (error) {
    const isRefused = error instanceof FailureError && error.failure.code === 'bad-query';
    if (!isByTime || !isRefused) throw error;
    const body = await client.list(resource, inDays, sending);
    sorting.byDayOnly = true;
    return { body, asked: inDays };
  }
}

function fromPage(
  { provenance }: RequestContext,
  page: StoredPage,
  source: 'service' | 'cache',
  reason?: string,
): RecordList {
  const { records, pagination, applied, notes, fetchedAt, request } = page;
  return {
    records,
    pagination,
    applied,
    provenance: provenance(
      { source, fetchedAt, request, coverage: { kind: 'answer' }, ...noted(notes) },
      reason,
    ),
  };
}

/** Nothing is said of an answer that was taken as it came. */
export function noted(notes: readonly string[]): Pick<Provenance, 'notes'> {
  return notes.length === 0 ? {} : { notes };
}

/** The same query, run on the cached records; null where none are cached. */
async function runLocally(
  { cache, provenance }: RequestContext,
  { resource, query, fields, signal }: Question,
  reason?: string,
): Promise<RecordList | null> {
  const answer = await cache.runQuery({ resource, query, fields }, signal);
  const { completeAsOf, cachedRecords } = answer;
  if (cachedRecords === 0 && completeAsOf === null) return null;
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
        fetchedAt: completeAsOf ?? answer.oldestFetchedAt,
        request: listRequest(resource, query),
        coverage: localCoverage(answer),
      },
      reason,
    ),
  };
}

/** What the service understands and the local engine does not is asked of the service. */
function ignoreBadQuery(error: unknown): null {
  if (error instanceof FailureError && error.failure.code === 'bad-query') return null;
  throw error;
}
