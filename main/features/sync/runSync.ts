import { dirname } from 'node:path';
import { unmatchedNote } from '../../../preload/contract/answerNotes.ts';
import { counted } from '../../../preload/contract/counted.ts';
import { dayMs, dayOf } from '../../../preload/contract/days.ts';
import { FailureError, hasCode, type Failure } from '../../../preload/contract/failures.ts';
import type { Query } from '../../../preload/contract/query.ts';
import { findField, resourceNames, resources } from '../../../preload/contract/resources.ts';
import { markNotes, type CompleteMark } from '../../../preload/contract/sync.ts';
import { listRequest } from '../../data-service/client.ts';
import { badAnswer } from '../../data-service/failures.ts';
import { leaveRoom } from '../../platform/system/diskSpace.ts';
import { endlessReason, nextPage } from '../../store/cache/writing/syncProgress.ts';
import { maxValues } from '../../store/query/compile.ts';
import { storedBytes, type CacheStore } from '../../store/store.ts';
import type { SyncProgress, SyncSubject, SyncWindow } from '../../store/syncTypes.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { largestPage } from '../records/pageSizes.ts';
import { fetchPageWithRetry, type PageFetchOptions } from '../records/fetchPageWithRetry.ts';
import type { WholeList } from '../records/wholeList.ts';
import { firstWindow, isTooLong, queryOf, shortened, windowAfter } from './windows.ts';

export interface SyncRunOptions extends PageFetchOptions {
  readonly cache: CacheStore;
}

/** Everything is read again where the figures of the service change meanwhile, so many times. */
const maxPasses = 3;

/** Ids requested at once. */
const idsAtOnce = 100;

/** A run that began longer ago begins anew: the data of the service change once a day. */
export const resumesForMs = dayMs;

/** Sentences about pages of a run that are said at its end. */
const maxSaid = 5;

/** What a run works with. */
interface Run extends SyncRunOptions {
  readonly subject: SyncSubject;
  readonly control: JobControl;
  /** What of its pages could not be read as it came, in sentences. */
  readonly said: Set<string>;
}

/**
 * The one reader of whole lists: fetches every record of a subject into the cache, from where an earlier run stopped, and marks the subject as complete. Everything
 * fetched is in the cache at once. See `main/store/cache/writing/syncProgress.ts` for why no record is missed.
 * @param acceptRemovals true to remove what the service no longer has, however much it is
 * @throws FailureError when a page cannot be had, or the list cannot be read whole: what was fetched stays, and the next run goes on;
 *   `many-removed` where much is gone: nothing was removed
 */
export async function runSync(
  options: SyncRunOptions,
  subject: SyncSubject,
  control: JobControl,
  acceptRemovals = false,
): Promise<WholeList> {
  const { cache, now } = options;
  const { syncs } = cache;
  const run: Run = { ...options, subject, control, said: new Set() };
  const begin = { startedAt: now(), perPage: largestPage(subject.resource), notBefore: now() - resumesForMs };
  let { progress } = await syncs.begin({ ...subject, ...begin });
  control.update(shownProgress(progress));
  for (;;) {
    progress = await readWindows(run, progress);
    if (progress.requests > 1) progress = await checkFirstPage(run, progress);
    if (progress.changed === 0 || progress.pass >= maxPasses) break;
    progress = await syncs.beginPass({ ...subject, startedAt: now() });
  }
  const opaque = progress.before + progress.read === 0 ? null : await syncs.whyOpaque(subject);
  if (opaque !== null) return readOpaque(run, progress, cannotFollow(subject, opaque));
  const until = now();
  const kept = await requestUnseen(run, progress, acceptRemovals);
  const finished = await syncs.finish({ ...subject, now: until, acceptRemovals, kept });
  if (finished.mark === null) {
    await syncs.drop(subject);
    throw new FailureError(manyRemoved(finished));
  }
  const { mark, vanished } = finished;
  control.update({ done: mark.count, total: mark.count });
  return { mark, filter: subject.filter, notes: notesOf(run, progress, mark, vanished) };
}

/** Ends a run of which the cache cannot tell which records match: they are named one by one. */
async function readOpaque(
  { subject, cache, said }: Run,
  { distinct }: SyncProgress,
  failure: Failure,
): Promise<WholeList> {
  const ids = await cache.syncs.listRead(subject);
  await cache.syncs.drop(subject);
  // Where something else has requested a record meanwhile, it is not among them.
  if (ids.length > maxValues || ids.length < distinct) throw new FailureError(failure);
  return {
    mark: null,
    filter: { operator: 'in', field: 'id', value: ids },
    failure,
    notes: [...said].slice(0, maxSaid),
  };
}

/** Reads the rest of a pass, window after window. */
async function readWindows(run: Run, from: SyncProgress): Promise<SyncProgress> {
  let progress = from;
  for (let isPlain = false; ;) {
    progress = await readWindow(run, progress, isPlain);
    const window = await followingWindow(run, progress);
    if (window === null) return progress;
    isPlain = window.kind === 'all';
    progress = await run.cache.syncs.openWindow({ ...run.subject, window });
  }
}

/**
 * Reads a window to its end, or only its first page where it is too long.
 * @param isPlain true to read it however long it is
 */
async function readWindow(run: Run, from: SyncProgress, isPlain: boolean): Promise<SyncProgress> {
  let progress = from;
  const mayShorten = run.subject.resource === 'transactions' && !isPlain;
  while (!progress.isRead && !(mayShorten && isTooLong(progress))) {
    const page = nextPage(progress);
    if (page === null) throw new FailureError(badAnswer(tooFewAtOnce(progress.perPage), 'sync'));
    try {
      progress = await fetchPage(run, progress, page);
    } catch (error) {
      // Not every service filters by an empty date.
      if (progress.window.kind === 'undated' && hasCode(error, 'bad-query'))
        return { ...progress, isRead: true };
      throw error;
    }
    run.control.update(shownProgress(progress));
    const reason = endlessReason(progress);
    if (reason !== null)
      throw new FailureError({
        code: 'bad-answer',
        message: `${reason} What was fetched stays in the cache. Report this to the operator of the service.`,
      });
  }
  return progress;
}

/** The window to be read next; null where everything was read. */
async function followingWindow(run: Run, progress: SyncProgress): Promise<SyncWindow | null> {
  const { window, isRead, before, read, total, count } = progress;
  const today = dayOf(run.now());
  if (!isRead)
    return window.kind === 'all'
      ? firstWindow(progress, await oldestDay(run, today), today)
      : shortened(progress, today);
  const next = windowAfter(progress, today);
  if (next !== null || window.kind === 'all') return next;
  if (window.kind === 'days') return { kind: 'undated' };
  // Where the numbers are others than at the beginning, records came or went, or are in no window. Of a window that was refused there is no count.
  const isSame = count !== null && before + read === total;
  return isSame || (await countOutside(run, read)) <= 0 ? null : { kind: 'all' };
}

/** Before any transaction. */
const firstDay = '1900-01-01';

/** How many records are in no window: those without a date where the service does not list them, and those whose date is none. */
async function countOutside(run: Run, undated: number): Promise<number> {
  const { filter } = run.subject;
  const all = await firstOf(run, queryOf(filter, { kind: 'all' }, onlyOne));
  const dated = await firstOf(run, queryOf(filter, { kind: 'days', from: firstDay, to: null }, onlyOne));
  return all.pagination.resultCount - dated.pagination.resultCount - undated;
}

async function oldestDay(run: Run, today: string): Promise<string> {
  const query = queryOf(run.subject.filter, { kind: 'all' }, onlyOne);
  const page = await firstOf(run, { ...query, sort: { field: 'date', direction: 'asc' } });
  const date = page.records[0]?.['date'];
  const day = typeof date === 'string' ? /^\d{4}-\d\d-\d\d/.exec(date)?.[0] : undefined;
  return day !== undefined && day < today ? day : today;
}

const onlyOne = { page: 1, perPage: 1 };

/** A page that is no part of the list as it is read. */
async function firstOf(
  { cache, control, now, ...run }: Run,
  query: Query,
): Promise<Exclude<Awaited<ReturnType<CacheStore['writeAnswer']>>, { problem: string }>> {
  const { resource } = run.subject;
  const bytes = await fetchPageWithRetry({ ...run, now }, resource, query, control);
  const request = listRequest(resource, query);
  const answer = { resource, query, bytes, etag: null, fetchedAt: now(), request };
  const page = await cache.writeAnswer({ ...answer, fields: ['id', 'date'] });
  if ('problem' in page) throw new FailureError(badAnswer(page.problem, request));
  return page;
}

async function fetchPage(
  run: Run,
  { window }: SyncProgress,
  pagination: { page: number; perPage: number },
  isCheck = false,
): Promise<SyncProgress> {
  const { subject, control, cache, now } = run;
  const query = queryOf(subject.filter, window, pagination);
  const request = listRequest(subject.resource, query);
  leaveRoom(dirname(cache.path), 0, noRoom);
  for (const isLast of [false, true]) {
    const bytes = await fetchPageWithRetry(run, subject.resource, query, control);
    leaveRoom(dirname(cache.path), storedBytes(bytes), noRoom);
    const answer = { ...subject, ...pagination, bytes, fetchedAt: now(), request, isCheck };
    const written = await cache.syncs.writePage(answer);
    if ('problem' in written) throw new FailureError(badAnswer(written.problem, request));
    for (const note of written.notes) run.said.add(note);
    if (!written.isMissing) return written.progress;
    // The service is known to answer empty where there are records: it is requested once more, then that is a failure.
    if (isLast) break;
  }
  throw new FailureError(badAnswer(`Page ${pagination.page.toString()} came empty.`, request));
}

const noRoom = { what: 'The sync stopped', next: 'sync again: it continues from here.' };

/** Requests the first page once more: where its figures are other ones, the service's data have changed while they were read. */
function checkFirstPage(run: Run, progress: SyncProgress): Promise<SyncProgress> {
  const page = { page: 1, perPage: progress.perPage };
  return fetchPage(run, { ...progress, window: { kind: 'all' } }, page, true);
}

/**
 * Asks for the cached records of the subject that were not in the list: they may be gone, or no longer match. Those that still exist are stored as
 * they are now. Ends early where so much is gone that nothing will be removed.
 * @returns those of which the service does not say that they are gone, though they did not come: one that cannot be kept is among them
 */
async function requestUnseen(run: Run, progress: SyncProgress, acceptRemovals: boolean): Promise<Id[]> {
  const most = Math.max(idsAtOnce, (progress.before + progress.read) / 5);
  const kept: Id[] = [];
  let gone = 0;
  try {
    for (let after: Id | undefined; acceptRemovals || gone <= most;) {
      const unseen: Id[] = await run.cache.syncs.listUnseen({ ...run.subject, limit: idsAtOnce, after });
      after = unseen.at(-1);
      if (after === undefined) return kept;
      const found = await requestByIds(run, unseen);
      if (found === null) return kept;
      gone += found.gone;
      kept.push(...found.kept);
      if (kept.length > idsAtOnce) throw new FailureError(badAnswer(fewerThanStated, 'sync'));
    }
  } catch (error) {
    // A service that does not list by id has left them out of a list that was read whole.
    if (!hasCode(error, 'bad-query')) throw error;
  }
  return kept;
}

type Id = string | number;

/** Stores records by their ids: how many of them are gone, and which neither came nor are gone; null where the service sends others. */
async function requestByIds(run: Run, ids: readonly Id[]): Promise<{ gone: number; kept: Id[] } | null> {
  const query: Query = {
    filter: { operator: 'in', field: 'id', value: [...ids] },
    pagination: { page: 1, perPage: idsAtOnce },
  };
  const page = await firstOf(run, query);
  const asked = new Set(ids.map(String));
  const came = new Set(page.records.map(({ id }) => String(id)));
  if (![...came].every((id) => asked.has(id))) return null;
  const rest = ids.filter((id) => !came.has(String(id)));
  const { pageCount, resultCount } = page.pagination;
  const isWhole = pageCount <= 1 && resultCount <= page.records.length;
  if (isWhole || rest.length === 0) return { gone: rest.length, kept: [] };
  if (ids.length === 1) return { gone: 0, kept: rest };
  // The service serves fewer at once than were requested, or has one that cannot be kept: it is found by asking for fewer.
  const isProgress = pageCount > 1 && rest.length < ids.length;
  const size = isProgress ? rest.length : Math.ceil(ids.length / 2);
  let gone = 0;
  const kept: Id[] = [];
  for (let from = 0; from < rest.length; from += size) {
    const found = await requestByIds(run, rest.slice(from, from + size));
    if (found === null) return null;
    gone += found.gone;
    kept.push(...found.kept);
  }
  return { gone, kept };
}

/** Records read, and how many there are to be read, as far as that is known. */
export function shownProgress({ before, read, total }: SyncProgress): { done: number; total: number | null } {
  return { total, done: total === null ? 0 : Math.min(before + read, total) };
}

const fewerThanStated = 'The service answers requests by id with fewer records than it states.';

function tooFewAtOnce(perPage: number): string {
  return `The service sends at most ${perPage.toString()} records at once, too few to read a list that changes.`;
}

/** The service filters by what the cache does not know: no later answer could be given from it. */
function cannotFollow(
  { resource }: SyncSubject,
  { detail, missing }: { detail: string; missing: readonly string[] },
): Failure {
  const others = missing.flatMap((name) => findField(resources[resource], name)?.via?.resource ?? []);
  const [other] = resourceNames.filter((name) => others.includes(name));
  return {
    code: 'bad-query',
    message:
      other !== undefined
        ? `This filter asks for what ${resources[other].label.toLowerCase()} say, and none are cached. Sync ${resources[other].label.toLowerCase()} first.`
        : missing.length > 0
          ? 'This filter cannot be synced: no record has what it filters by. Change the filter.'
          : 'This filter cannot be synced: it cannot run on the cached records.',
    detail,
  };
}

function manyRemoved({ gone, known }: { gone: number; known: number }): Failure {
  return {
    code: 'many-removed',
    message: `${gone.toLocaleString('en')} of ${known.toLocaleString('en')} records were not in the answer. Nothing was removed. Sync again later, or accept the removals.`,
  };
}

/** What is said of a sync that did not simply read the list. */
function notesOf({ said }: Run, { unmatched }: SyncProgress, mark: CompleteMark, vanished: number): string[] {
  return [
    ...[...said].slice(0, maxSaid),
    ...markNotes(mark),
    ...(unmatched > 0 ? [unmatchedNote(unmatched)] : []),
    ...(vanished > 0
      ? [
          `${counted(vanished, 'record')} from the cache ${vanished === 1 ? 'is' : 'are'} no longer at the service.`,
        ]
      : []),
  ];
}
