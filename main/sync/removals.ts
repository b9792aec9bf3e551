import { FailureError } from '../../preload/contract/failures.ts';
import type { Query } from '../../preload/contract/query.ts';
import { resources } from '../../preload/contract/resources.ts';
import { badAnswer, isTooLongRequest } from '../data-service/failures.ts';
import { removedUnasked } from './proof/progress.ts';
import type { SyncProgress } from './proof/types.ts';
import { isRefusal, peekAt, takePage, type Run } from './run.ts';
import { queryOf } from './windows.ts';

/** What became of cached records that a list no longer has. Only what is proven gone is removed. */

export const idsAtOnce = 100;

/** Beside fewer records that are there, ids are requested one by one. */
const fewThere = 20;

/**
 * Requests the cached records that were not in the list by id: they are gone, or no longer match. Those that
 * exist are stored as they are now. Ends early if so much is gone that nothing will be removed.
 * @returns `kept`: records that neither came nor are gone, such as unreadable ones; `unsettled`: records of
 *   which nothing is known, because the service does not list by id
 */
export async function requestUnseen(
  run: Run,
  progress: SyncProgress,
  acceptRemovals: boolean,
): Promise<{ kept: Id[]; unsettled: Id[] }> {
  const { syncs } = run.cache;
  const most = Math.max(idsAtOnce, progress.distinct / 5);
  // A single page does not show how many records the service serves at once.
  const atOnce = progress.pages > 1 ? Math.min(idsAtOnce, progress.perPage) : idsAtOnce;
  const kept: Id[] = [];
  let gone = 0;
  const settled = { kept, unsettled: [] };
  if ((await syncs.listUnseen({ ...run.subject, limit: 1 })).length === 0) return settled;
  const beside = Math.max(1, Math.floor((2 * atOnce) / 3));
  const there = await listThere(run, beside);
  for (let after: Id | undefined; acceptRemovals || gone <= most;) {
    // A service that reads the smallest values alone may read all of these records.
    const isAlone = there.length < Math.min(beside, fewThere) && gone <= removedUnasked && !acceptRemovals;
    const limit = isAlone ? 1 : Math.max(1, Math.floor((there.length - 1) / 2));
    const unseen: Id[] = await syncs.listUnseen({ ...run.subject, limit, after });
    after = unseen.at(-1);
    if (after === undefined) return settled;
    // Nothing shows that the service lists by id unless it sends a record that is there. An empty list
    // without a filter is not complete anyway.
    const found =
      there.length === 0 && run.subject.filter !== undefined
        ? null
        : await requestByIds(run, unseen, isAlone ? there.slice(0, 1) : there).catch((error: unknown) => {
            if (!isRefusal(error)) throw error;
            return null;
          });
    if (found === null || !(acceptRemovals || (await areGone(run, found.gone))))
      return { kept, unsettled: await syncs.listUnseen({ ...run.subject, limit: Number.MAX_SAFE_INTEGER }) };
    gone += found.gone.length;
    kept.push(...found.kept);
    if (kept.length > idsAtOnce) throw new FailureError(badAnswer(fewerThanStated, 'sync'));
  }
  return settled;
}

export type Id = string | number;

/** Ids of records that the service has: of the list and, if these are few, of all records. */
async function listThere(run: Run, limit: number): Promise<Id[]> {
  const { subject } = run;
  const ofList = await run.cache.syncs.listSample({ ...subject, limit });
  if (ofList.length >= limit || subject.filter === undefined) return ofList;
  const page = await peekAt(run, queryOf(undefined, { kind: 'all' }, { page: 1, perPage: limit }));
  const ids = page.records
    .map(({ id }) => id)
    .filter((id) => typeof id === 'string' || typeof id === 'number');
  return [...new Set([...ofList, ...ids])].slice(0, limit);
}

/**
 * Returns ids among ids of records that are there: one before and one after each, the others at the end.
 * Services may read only the first of the values of a filter, the last, both, every second, or the smallest.
 */
export function amongThere(ids: readonly Id[], those: readonly Id[]): { all: Id[]; there: string[] } {
  const there = those.slice(0, those.length < 3 ? 1 : idsAtOnce - ids.length);
  const all = ids.flatMap((id, at) => [
    ...there.slice(2 * at, 2 * at + 1),
    id,
    ...there.slice(2 * at + 1, 2 * at + 2),
  ]);
  return { all: [...all, ...there.slice(2 * ids.length)], there: there.map(String) };
}

/**
 * Stores records by their ids. Missing ones are requested again in reverse order.
 * @param there records that the service has: if it does not send them, and whole, it does not list by id
 * @returns which are gone, and which neither came nor are gone; null if the service does not list by id
 */
async function requestByIds(
  run: Run,
  ids: readonly Id[],
  there: readonly Id[],
  isReversed = false,
): Promise<{ gone: Id[]; kept: Id[] } | null> {
  const among = amongThere(ids, there);
  const pagination = { page: 1, perPage: idsAtOnce };
  const value = isReversed ? among.all.toReversed() : among.all;
  const query: Query = { filter: { operator: 'in', field: 'id', value }, pagination };
  const page = await takePage(run, query, pagination, { check: 'unseen', unseen: ids }).catch(
    (error: unknown) => {
      if (ids.length > 1 && isTooLongRequest(error)) return null;
      throw error;
    },
  );
  if (page === null) return requestInParts(run, ids, there, Math.ceil(ids.length / 2));
  const asked = new Set(among.all.map(String));
  if (page.others !== 0) return null;
  const came = new Set(page.ids);
  const { pageCount, resultCount } = page.pagination;
  const isWhole = pageCount <= 1 && resultCount <= page.ids.length;
  const isThere = !isWhole || among.there.every((id) => came.has(id));
  if (!isThere || ![...came].every((id) => asked.has(id))) return null;
  const rest = ids.filter((id) => !came.has(String(id)));
  if (rest.length === 0) return { gone: [], kept: [] };
  if (isWhole && !isReversed) return requestByIds(run, rest, there, true);
  // A service that sends records in one order only does not send all that it is asked for.
  if (isWhole) return rest.length < ids.length ? null : { gone: rest, kept: [] };
  if (ids.length === 1) return among.there.every((id) => came.has(id)) ? { gone: [], kept: rest } : null;
  // Fewer ids are requested if the service caps pages, or to find a record that cannot be kept.
  const isProgress = pageCount > 1 && rest.length < ids.length;
  return requestInParts(run, rest, there, isProgress ? rest.length : Math.ceil(ids.length / 2));
}

async function requestInParts(
  run: Run,
  ids: readonly Id[],
  there: readonly Id[],
  size: number,
): Promise<{ gone: Id[]; kept: Id[] } | null> {
  const gone: Id[] = [];
  const kept: Id[] = [];
  for (let from = 0; from < ids.length; from += size) {
    const found = await requestByIds(run, ids.slice(from, from + size), there.slice(0, 2 * size + 1));
    if (found === null) return null;
    gone.push(...found.gone);
    kept.push(...found.kept);
  }
  return { gone, kept };
}

/**
 * Returns whether the service has none of the records at their own addresses, as far as its resource has such
 * addresses: an index of lists may lack living records.
 */
async function areGone({ client, subject, control }: Run, ids: readonly Id[]): Promise<boolean> {
  const { resource } = subject;
  if (!resources[resource].hasRecordEndpoint) return true;
  for (const id of ids) {
    try {
      await client.record(resource, id, { signal: control.signal, purpose: 'background' });
      return false;
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code === 'canceled') throw error;
      if (error.failure.code !== 'not-found' && error.failure.status !== 410) return false;
    }
  }
  return true;
}

const fewerThanStated = 'The service answers requests by id with fewer records than it states.';
