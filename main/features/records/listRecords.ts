import { changedSinceNotes } from '../../../preload/contract/answerNotes.ts';
import { withRecords } from '../../../preload/contract/recordsText.ts';
import type { ReadableList } from '../../../preload/contract/records.ts';
import { FailureError, hasCode } from '../../../preload/contract/failures.ts';
import { fieldsOf, queryKey, type Query } from '../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { splitMember } from '../../../preload/contract/resources/memberFields.ts';
import { limitedEndpoint, newestFields, otherPageSize } from '../../data-service/assumptions.ts';
import { listRequest, type Sending } from '../../data-service/client.ts';
import { badAnswer, listsNone } from '../../data-service/failures.ts';
import { ignoreUnanswered, reasonOf, throwNothingCached } from '../../data-service/refusals.ts';
import type { Body } from '../../data-service/request.ts';
import { staleWhileRevalidate } from '../../data-service/staleWhileRevalidate.ts';
import { hasRecordsSurely } from '../../store/records/listAnswer.ts';
import type { StoredPage } from '../../store/storeTypes.ts';
import type { RequestContext, RequestOptions } from './requestContext.ts';
import { localSource } from './coverage.ts';

export interface Question extends RequestOptions {
  readonly resource: ResourceName;
  readonly query: Query;
}

/**
 * Returns a page: fresh cached page, else complete cached list, else stale page with a background refresh,
 * else the service's answer, else cached records.
 * @param ordered the query as run on cached records, which may sort by further fields
 */
export async function listRecords(
  context: RequestContext,
  resource: ResourceName,
  query: Query,
  options: RequestOptions,
  ordered = query,
): Promise<ReadableList> {
  const { cache } = context;
  const { cachedOnly = false, wait = false, notBefore, fields, plain } = options;
  const question = { ...options, resource, query };
  const here = { ...question, query: ordered };
  const [page, completeAsOf] = await Promise.all([
    cache.readPage({ resource, query, fields, plain }),
    cache.completeAsOf({ resource, query }),
  ]);
  const key = queryKey(query);
  const isOlderThanSync = ({ fetchedAt }: StoredPage): boolean =>
    completeAsOf !== null && completeAsOf > fetchedAt && context.isSince(completeAsOf, fetchedAt);
  return staleWhileRevalidate(
    context,
    {
      key: `${resource} ${key}`,
      stored: page,
      show: (stored, reason) => fromPage(context, stored, 'cache', reason),
      async fetch(signal) {
        try {
          // Nobody waits for a background refresh.
          const onScreen = signal !== undefined && !wait;
          return await fetchPage(context, { ...question, signal, onScreen }, page);
        } catch (error) {
          const refusal = memberRefusal(error, query);
          if (refusal === null || completeAsOf === null) throw error;
          const local = await runLocally(context, { ...here, signal }, refusal);
          if (local === null) throw error;
          return local;
        }
      },
      isFresh: ({ fetchedAt, changedSince }) => context.isFresh(fetchedAt) && changedSince === 0,
      isOutdated: isOlderThanSync,
      async complete() {
        if (completeAsOf === null || !isSyncEnough(context, question, page, completeAsOf)) return null;
        return runWhole(context, here);
      },
      async local(reason) {
        if (wait) return null;
        const local = await runLocally(context, here, reason);
        // An empty cached page proves nothing, as the cache may lack records, so the failure is reported.
        return local?.recordCount === 0 && local.provenance.coverage.kind !== 'complete' ? null : local;
      },
      async cached() {
        const local =
          ordered !== query && context.offline()
            ? await runLocally(context, here).catch(ignoreUnanswered)
            : null;
        if (local !== null) return local;
        if (page !== null && !isOlderThanSync(page) && notBefore === undefined)
          return fromPage(context, page, 'cache');
        const mayCompute = !cachedOnly || completeAsOf !== null;
        return (mayCompute ? await runLocally(context, here) : null) ?? throwNothingCached(resource);
      },
      onRefreshed: () =>
        context.events?.emit('refreshed', { connectionId: context.connection.id, resource, key }),
    },
    options,
  );
}

function memberRefusal(error: unknown, { filter, sort }: Query): string | null {
  if (!hasCode(error, 'bad-query')) return null;
  const names = [...fieldsOf(filter), ...(sort === undefined ? [] : [sort.field])];
  return names.some((name) => splitMember(name).member !== null) ? reasonOf(error.failure) : null;
}

/**
 * True if a complete synced list is the answer: while fresh, and at a limited endpoint also when stale,
 * because scrolling through a million rows would spend a day's budget. The answer shows its age; a refresh
 * asks the service. A list of one page is refreshed as usual.
 */
export function isSyncEnough(
  context: RequestContext,
  { resource, notBefore, wait = false }: Question,
  page: StoredPage | null,
  completeAsOf: number,
): boolean {
  if (notBefore !== undefined) return context.isSince(completeAsOf, notBefore);
  if (context.isFresh(completeAsOf)) return true;
  const isOnePage = page !== null && page.pagination.pageCount <= 1;
  return resources[resource].path === limitedEndpoint && !wait && !isOnePage;
}

/** A confirmed stored page counts as fetched now. `isRepeat`: uses a URL that no cache knows. */
async function fetchPage(
  context: RequestContext,
  question: Question & Pick<Sending, 'onScreen'>,
  stored: StoredPage | null,
  isRepeat = false,
): Promise<ReadableList> {
  const { cache, now } = context;
  const { resource, query, fields, signal, purpose, onScreen } = question;
  const { perPage = resources[resource].defaultPerPage } = query.pagination ?? {};
  const other = otherPageSize(perPage);
  const asked = isRepeat ? { ...query, pagination: { page: 1, perPage: other } } : query;
  const { body, sent } = await requestPage(context, resource, asked, {
    signal,
    purpose,
    onScreen,
    // The cached records would be of another answer than the one that the tag names.
    etag: stored?.changedSince === 0 ? (stored.etag ?? undefined) : undefined,
  });
  const fetchedAt = now();
  if (body === null) {
    await cache.renewPage({ resource, query, fetchedAt });
    const renewed = await cache.readPage({ resource, query, fields });
    if (renewed !== null) return fromPage(context, renewed, 'service');
    // Evicted meanwhile: request the whole page.
    return fetchPage(context, question, null);
  }
  const request = listRequest(resource, sent);
  const { bytes } = body;
  // The tag belongs to the original URL.
  const etag = isRepeat ? null : body.etag;
  const sortsWithinDays = sent !== asked;
  const answer = { resource, query, fields, bytes, etag, fetchedAt, request, sortsWithinDays };
  const page = await cache.writeAnswer({ ...answer, isLonger: isRepeat && other > perPage });
  if ('problem' in page) throw new FailureError(badAnswer(page.problem, request));
  const isFirst = (query.pagination?.page ?? 1) === 1;
  const mayBeEmpty = !hasRecordsSurely(query) && (isRepeat || question.mayBeEmpty === true);
  if (page.recordCount > 0 || !isFirst || mayBeEmpty) return fromPage(context, page, 'service');
  if (isRepeat) throw new FailureError(listsNone(resources[resource].label.toLowerCase(), request));
  return fetchPage(context, question, null, true);
}

/** Returns the answer and its query. If the service refuses to sort by time, sorts by day from then on. */
async function requestPage(
  { client, sorting }: RequestContext,
  resource: ResourceName,
  query: Query,
  sending: Sending,
): Promise<{ body: Body | null; sent: Query }> {
  const [byTime, byDay] = newestFields;
  const isByTime = resource === 'transactions' && query.sort?.field === byTime;
  const inDays = { ...query, sort: { direction: query.sort?.direction ?? 'desc', field: byDay } };
  if (isByTime && sorting.byDayOnly)
    return { body: await client.list(resource, inDays, sending), sent: inDays };
  try {
    return { body: await client.list(resource, query, sending), sent: query };
  } catch (error) {
    const isRefused = hasCode(error, 'bad-query');
    if (!isByTime || !isRefused) throw error;
    const body = await client.list(resource, inDays, sending);
    sorting.byDayOnly = true;
    return { body, sent: inDays };
  }
}

function fromPage(
  { provenance }: RequestContext,
  page: StoredPage,
  source: 'service' | 'cache',
  reason?: string,
): ReadableList {
  const { recordsText, recordCount, pagination, applied, fetchedAt, request } = page;
  const notes = [...page.notes, ...changedSinceNotes(page.changedSince)];
  return withRecords({
    recordsText,
    recordCount,
    pagination,
    applied,
    provenance: provenance({ source, fetchedAt, request, notes }, reason),
  });
}

/** Null if others may match: the service may filter by what its records do not contain. */
export async function runWhole(
  context: RequestContext,
  question: Question,
  reason?: string,
): Promise<ReadableList | null> {
  const local = await runLocally(context, question, reason).catch(ignoreUnanswered);
  return local?.provenance.coverage.kind === 'complete' ? local : null;
}

export async function runLocally(
  { cache, provenance }: RequestContext,
  { resource, query, fields, signal }: Question,
  reason?: string,
): Promise<ReadableList | null> {
  const answer = await cache.runQuery({ resource, query, fields }, signal);
  const { completeAsOf, cachedRecords } = answer;
  if (cachedRecords === 0 && completeAsOf === null) return null;
  return withRecords({
    recordsText: answer.recordsText,
    recordCount: answer.recordCount,
    pagination: answer.pagination,
    applied: {
      ...(query.filter === undefined ? {} : { filter: query.filter }),
      ...(query.sort === undefined ? {} : { sort: query.sort }),
    },
    provenance: provenance(localSource(resource, query, answer), reason),
  });
}
