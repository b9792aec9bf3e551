import { unmatchedNote } from '../../preload/contract/answerNotes.ts';
import { counted } from '../../preload/contract/counted.ts';
import { dayMs, dayOf } from '../../preload/contract/days.ts';
import { FailureError, hasCode, type Failure } from '../../preload/contract/failures.ts';
import { allOf, conjunctsOf, type Filter, type Query } from '../../preload/contract/query.ts';
import { findField, resourceNames, resources } from '../../preload/contract/resources.ts';
import { markNotes } from '../../preload/contract/sync.ts';
import { isUnanswered } from '../data-service/failures.ts';
import { isUsualCap, smallestCap } from './proof/caps.ts';
import { provenWhole, type Evidence } from './proof/evidence.ts';
import { endlessReason, evidenceOf, nextPage, nextWindow, otherSize, plainly } from './proof/progress.ts';
import { otherBorders, reverseAlternatives } from './proof/alternatives.ts';
import { maxValues } from '../store/query/compile.ts';
import { comparableId } from '../store/query/values.ts';
import type { SyncProgress, SyncSubject, SyncWindow } from './proof/types.ts';
import { isDate, type Finished, type Opaque, type PageCheck } from './tables/syncTables.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { largestPage } from './pageSizes.ts';
import { amongThere, idsAtOnce, requestUnseen, type Id } from './removals.ts';
import { isRefusal, peekAt, storePage, takePage, type Run, type SyncRunOptions } from './run.ts';
import { requestTwins } from './twinsOutside.ts';
import type { WholeList } from './wholeList.ts';
import { firstWindow, isTooLong, queryOf, halveWindow, windowAfter } from './windows.ts';

/** Passes at most: everything is read again if the service’s figures change meanwhile. */
const maxPasses = 3;

/** An older run begins anew, because the service’s data change once a day. */
export const resumesForMs = dayMs;

/** Maximum notes about pages. */
const maxSaid = 5;

/**
 * Fetches every record of a subject into the cache, from where an earlier run stopped, and marks the subject
 * as complete. Everything fetched is in the cache at once. `proof/progress.ts` says why no record is missed.
 * @param acceptRemovals true to remove what the service no longer has, however much it is
 * @returns `mark: null` with the reasons if the list is not proven complete
 * @throws FailureError if a page cannot be had, the list does not end, or its records cannot be named: what
 *   was fetched stays, and the next run goes on; `many-removed` if much is gone: nothing was removed, and its
 *   detail says what else the list lacks
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
  let evidence: Evidence;
  for (let before = ''; ;) {
    const { listed, ...read } = await readToBothEnds(run, progress);
    ({ progress } = read);
    let gone = 0;
    if (progress.pages > 1) ({ progress, gone } = await checkSample(run, progress));
    for (const silent of await syncs.listSilent(subject))
      progress = await countUnread(run, await checkPage(run, progress, silent, 'asc', 'part'));
    progress = await checkEmpty(run, progress);
    progress = await checkUpperHalf(run, progress);
    evidence = withoutGone(evidenceOf(progress, subject.filter !== undefined, listed), gone);
    evidence = { ...evidence, unmatched: await countUnproven(run, progress, evidence) };
    // Removals since the previous pass are counted at the end.
    const shortfalls = provenWhole({ ...evidence, mostBefore: 0 }).join(' ');
    // Copies that stay differ from older figures again.
    const isSteady = progress.changed === 0 || progress.older > 0;
    const isSettled = isSteady && (shortfalls === '' || shortfalls === before);
    if (isSettled || progress.pass >= maxPasses) break;
    before = shortfalls;
    progress = await syncs.beginPass({ ...subject, startedAt: now() });
  }
  const opaque = progress.distinct === 0 ? null : await syncs.whyOpaque(subject);
  if (opaque !== null) return readOpaque(run, progress, evidence, opaque);
  const until = now();
  const { kept, unsettled } = await requestUnseen(run, progress, acceptRemovals);
  const names = progress.leftOut;
  const finished = await syncs.finish({
    ...subject,
    now: until,
    acceptRemovals,
    kept: acceptRemovals ? kept : [...kept, ...unsettled],
    evidence: { ...evidence, unsettled: acceptRemovals ? 0 : unsettled.length },
    leftOut: { count: names.length, names },
  });
  if ('gone' in finished) {
    await syncs.drop(subject);
    throw new FailureError(manyRemoved(finished));
  }
  if (finished.mark === null)
    return {
      mark: null,
      filter: subject.filter,
      shortfalls: finished.shortfalls,
      failure: incomplete(finished.shortfalls),
      notes: [...notesOf(run, progress.unmatched - evidence.unmatched), ...finished.shortfalls],
    };
  const { mark, vanished } = finished;
  control.update({ done: mark.count, total: mark.count });
  const open = await requestTwins(run);
  const notes = [
    ...[...notesOf(run, progress.unmatched), ...markNotes(mark), ...vanishedNotes(vanished)],
    ...(open === '' ? [] : [open]),
  ];
  return { mark, filter: subject.filter, shortfalls: [], notes };
}

/** Ends a run whose filter the cache cannot repeat: the records are named one by one. */
async function readOpaque(
  run: Run,
  progress: SyncProgress,
  evidence: Evidence,
  opaque: Opaque,
): Promise<WholeList> {
  const { subject, cache } = run;
  const failure = cannotFollow(subject, opaque);
  const ids = await cache.syncs.listRead(subject);
  await cache.syncs.drop(subject);
  // A record that was fetched by something else meanwhile is not among them.
  if (ids.length > maxValues || ids.length < progress.distinct) throw new FailureError(failure);
  // The cache cannot separate certain mismatches from the rest, so all of them count.
  const shortfalls = provenWhole({ ...evidence, unmatched: progress.unmatched });
  return {
    mark: null,
    filter: { operator: 'in', field: 'id', value: ids },
    shortfalls,
    failure: shortfalls.length === 0 ? failure : incomplete(shortfalls),
    notes: [...notesOf(run, 0), ...(opaque.note === undefined ? [] : [opaque.note]), ...shortfalls],
  };
}

function saveProgress({ cache, subject }: Run, progress: SyncProgress): Promise<SyncProgress> {
  return cache.syncs.save({ ...subject, progress });
}

/**
 * Reads the rest of a pass, window after window.
 * @returns `listed`: the service’s count of all records if they were read in windows
 */
async function readWindows(
  run: Run,
  from: SyncProgress,
): Promise<{ progress: SyncProgress; listed: number | null }> {
  let progress = from;
  for (let isPlain = false; ;) {
    progress = await readWindow(run, progress, isPlain);
    const next = await followingWindow(run, progress);
    if (!('kind' in next)) return { progress, ...next };
    isPlain = next.kind === 'all';
    progress = await saveProgress(run, nextWindow(progress, next));
  }
}

/**
 * Reads a window to its end, or only its first page if it is too long.
 * @param isPlain true to read it however long it is
 */
async function readWindow(run: Run, from: SyncProgress, isPlain: boolean): Promise<SyncProgress> {
  let progress = from;
  const mayShorten = run.subject.resource === 'transactions' && !isPlain;
  while (!progress.isRead && !(mayShorten && isTooLong(progress))) {
    const page = nextPage(progress);
    if (page === null) {
      progress = await saveProgress(run, plainly(progress));
      continue;
    }
    try {
      progress = await fetchPage(run, progress, page);
    } catch (error) {
      // Some services reject a filter by an empty date, a page after the last, or unusual page sizes.
      const isBehind = page.page > 1 && progress.read > 0;
      const isUndated = progress.window.kind === 'undated';
      const isOtherSize = progress.plainPages === null && page.perPage !== progress.perPage;
      const isWithin = progress.read < (progress.count ?? 1);
      if (hasCode(error, 'bad-query') && isOtherSize && isWithin) {
        progress = await saveProgress(run, plainly(progress));
        continue;
      }
      if (!isRefusal(error) || !(isUndated || isBehind)) throw error;
      const isEndSeen = isUndated || (progress.plainPages ?? 0) > 0 || progress.read === progress.count;
      return saveProgress(run, { ...progress, isRead: true, isEndSeen });
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

/**
 * Returns the next window; after the last, the service’s count of all records. Windows prove nothing if they
 * do not add up to that count: a service may take a border for an instant, or omit records without a date.
 * Then the list is read without windows.
 */
async function followingWindow(
  run: Run,
  progress: SyncProgress,
): Promise<SyncWindow | { listed: number | null }> {
  const { window, isRead, distinct, leftOut, count, total } = progress;
  const today = dayOf(run.now());
  // A service that ignores days lists everything in each window.
  if (!isRead && window.kind === 'days' && (count ?? 0) >= (total ?? Infinity)) return { kind: 'all' };
  if (!isRead)
    return window.kind === 'all'
      ? firstWindow(progress, await oldestDay(run, progress, today), today)
      : halveWindow(progress, today);
  const next = windowAfter(progress, today);
  if (next !== null) return next;
  if (window.kind === 'all') return { listed: null };
  if (window.kind === 'days') return { kind: 'undated' };
  const newest = await newestCount(run, progress);
  return (newest ?? Infinity) > distinct + leftOut.length ? { kind: 'all' } : { listed: newest };
}

async function oldestDay(run: Run, progress: SyncProgress, today: string): Promise<string> {
  const query = queryOf(run.subject.filter, { kind: 'all' }, smallPage(progress));
  const page = await peekAt(run, { ...query, sort: { field: 'date', direction: 'asc' } });
  const date = page.records[0]?.['date'];
  const day = typeof date === 'string' ? /^\d{4}-\d\d-\d\d/.exec(date)?.[0] : undefined;
  return day !== undefined && day < today ? day : today;
}

async function newestCount(run: Run, progress: SyncProgress): Promise<number | null> {
  return (await peekAt(run, queryOf(run.subject.filter, { kind: 'all' }, smallPage(progress)))).count;
}

/** A page of one record, or of as many as no earlier pass has requested. */
function smallPage({ pass, earlier }: SyncProgress): { page: number; perPage: number } {
  return { page: 1, perPage: pass + earlier };
}

async function fetchPage(
  run: Run,
  { window }: SyncProgress,
  pagination: { page: number; perPage: number },
): Promise<SyncProgress> {
  const query = queryOf(run.subject.filter, window, pagination);
  return (await takePage(run, query, pagination)).progress;
}

/**
 * Requests records from all over the list again by id: if their figures differ, the service’s data have
 * changed. A page requested before may come from a cache. If the service rejects ids, the first page is
 * requested in another size.
 * @returns `gone`: how many of them the service no longer has
 */
async function checkSample(
  run: Run,
  progress: SyncProgress,
): Promise<{ progress: SyncProgress; gone: number }> {
  const { subject, cache } = run;
  const ids = await cache.syncs.listSample({ ...subject, limit: Math.min(idsAtOnce, progress.perPage) });
  const pagination = { page: 1, perPage: idsAtOnce };
  const sampleOf = (value: Id[]): Query => ({ filter: { operator: 'in', field: 'id', value }, pagination });
  try {
    const sample = await takePage(run, sampleOf(ids), pagination, { check: 'sample' });
    const asked = new Set(ids.map(String));
    const came = new Set(sample.ids);
    // A service that sends other records does not list by id.
    const isById = sample.ids.length > 0 && sample.ids.every((id) => asked.has(id));
    let missing = isById ? ids.filter((id) => !came.has(String(id))) : [];
    let there = ids.filter((id) => came.has(String(id)));
    let checked = sample.progress;
    // A service that sends some of them now, or not all controls, does not list all that it is asked for: the rest is requested again.
    for (let left = maxPasses; left > 0 && missing.length > 0 && missing.length <= there.length; left -= 1) {
      const among = amongThere(missing, there.slice(0, 2 * missing.length + 1));
      const again = await takePage(run, sampleOf(among.all), pagination, { check: 'sample' });
      checked = again.progress;
      const cameNow = new Set(again.ids);
      if (cameNow.size === among.there.length && among.there.every((id) => cameNow.has(id)))
        return { progress: checked, gone: missing.length };
      missing = missing.filter((id) => !cameNow.has(String(id)));
      there = there.filter((id) => cameNow.has(String(id)));
    }
    return { progress: checked, gone: 0 };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const first = { page: 1, perPage: otherSize(progress, maxPasses) };
    const query = queryOf(subject.filter, { kind: 'all' }, first);
    const page = await takePage(run, query, first, { check: 'sample' });
    return { progress: page.progress, gone: 0 };
  }
}

/**
 * Reads the rest of a pass, and requests the list from its other end with its filter in other words: a service
 * may list only the first records, read only the first values, or leave out the last day. A list that
 * begins there with the last record read has no others. If the count ends the list, that replaces a page
 * after the last.
 */
async function readToBothEnds(
  run: Run,
  from: SyncProgress,
): Promise<{ progress: SyncProgress; listed: number | null }> {
  const { filter } = run.subject;
  let read = await readWindows(run, from);
  const isAll = read.progress.window.kind === 'all';
  if (isAll && !read.progress.isEndSeen && read.progress.read === read.progress.count) {
    const checked = await checkOtherEnd(run, read.progress);
    if (checked.progress.otherEnd === 'seen') return { ...read, progress: await countUnread(run, checked) };
    const readingOn = { ...checked.progress, isRead: false, otherEnd: 'none' as const };
    read = await readWindows(run, await saveProgress(run, readingOn));
  }
  const { progress } = read;
  const records = progress.distinct + progress.leftOut.length;
  const isLong = isAll ? records >= smallestCap : isUsualCap(records);
  const hasOtherWords = inOtherWords(run.subject) !== filter;
  if (records === 0 || !(isLong || hasOtherWords) || (isAll && !progress.isEndSeen)) return read;
  return { ...read, progress: await countUnread(run, await checkOtherEnd(run, progress)) };
}

/** The filter with its values and alternatives in reverse order, and its days named by other borders. */
function inOtherWords(subject: SyncSubject): Filter | undefined {
  return otherBorders(reverseAlternatives(subject.filter), (field) => isDate(subject, field));
}

interface Compared {
  readonly progress: SyncProgress;
  /** Records that the pass has not read; null if the service refused. */
  readonly others: number | null;
}

/**
 * Services that do not sort by id, or only upwards, are asked for the records from the last id on. A list
 * without a filter is requested with one that all its ids match: services may leave out records, such as
 * inactive ones, unless they are asked for some.
 */
async function checkOtherEnd(run: Run, from: SyncProgress): Promise<Compared> {
  const { filter } = run.subject;
  const reversed = filter === undefined ? await fromFirst(run) : inOtherWords(run.subject);
  const first = await checkPage(run, from, reversed, 'desc', 'end');
  const { lastId, otherEnd, window } = first.progress;
  const isShown = (first.others ?? 0) > 0 || otherEnd === 'seen' || window.kind !== 'all';
  if (isShown || lastId === null) return first;
  if (first.others === null && filter !== undefined && reversed !== filter) {
    const part = await checkPage(run, from, reversed, 'asc', 'part');
    if ((part.others ?? 0) > 0) return part;
  }
  const fromLast = { operator: 'gte', field: 'id', value: comparableId(lastId) };
  const last = await checkPage(run, from, allOf([...conjunctsOf(filter), fromLast]), 'asc', 'from-last');
  const isOpen = last.progress.otherEnd !== 'seen' && (last.others ?? 0) === 0;
  return isOpen && filter === undefined ? checkPage(run, last.progress, undefined, 'desc', 'end') : last;
}

async function fromFirst({ cache, subject }: Run): Promise<Filter | undefined> {
  const value = await cache.syncs.findFirst(subject);
  return value === undefined ? undefined : { operator: 'gte', field: 'id', value };
}

async function checkPage(
  run: Run,
  progress: SyncProgress,
  filter: Filter | undefined,
  direction: 'asc' | 'desc',
  check: PageCheck,
): Promise<Compared> {
  const pagination = { page: 1, perPage: otherSize(progress) };
  try {
    const query = queryOf(filter, { kind: 'all' }, pagination, direction);
    const { others = 0, ...page } = await takePage(run, query, pagination, { check });
    return { progress: page.progress, others };
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    return { progress, others: null };
  }
}

/**
 * Compares an empty answer to a filter with a page without it. Records of that page that match count as
 * unread: the service may answer any filter with nothing.
 */
async function checkEmpty(run: Run, progress: SyncProgress): Promise<SyncProgress> {
  const { cache, subject } = run;
  if (subject.filter === undefined || progress.distinct + progress.leftOut.length > 0) return progress;
  await storePage(run, { pagination: { page: 1, perPage: otherSize(progress) } });
  const unread = await cache.syncs.countFetched(subject);
  return unread === 0 ? progress : saveProgress(run, { ...progress, unread });
}

/**
 * Requests the upper half of the ids of a list whose length is a usual cap: a service may take the first
 * records of another order, and only then sort them.
 */
async function checkUpperHalf(run: Run, progress: SyncProgress): Promise<SyncProgress> {
  const { subject } = run;
  if (!isUsualCap(progress.distinct + progress.leftOut.length) || progress.unread > 0) return progress;
  const ids = (await run.cache.syncs.listRead(subject)).toSorted((a, b) => (a < b ? -1 : 1));
  const middle = ids[Math.floor(ids.length / 2)];
  if (middle === undefined) return progress;
  const upper: Filter = { operator: 'gte', field: 'id', value: comparableId(middle) };
  const filter = allOf([...conjunctsOf(subject.filter), upper]);
  return countUnread(run, await checkPage(run, progress, filter, 'asc', 'part'));
}

/** Records seen only this way are new if the service’s count grew; otherwise the list lacks them. */
async function countUnread(run: Run, { progress, others }: Compared): Promise<SyncProgress> {
  if (others === null || others === 0) return progress;
  const count = await newestCount(run, progress);
  const arrived = (count ?? 0) - progress.distinct - progress.leftOut.length;
  const unread = Math.max(progress.unread, others - Math.max(0, arrived));
  return saveProgress(run, { ...progress, unread });
}

/** Returns the number of records that do not match the filter; 0 if the service ignored it and listed all. */
async function countUnproven(
  run: Run,
  { unmatched, perPage }: SyncProgress,
  { count }: Evidence,
): Promise<number> {
  if (unmatched === 0) return 0;
  const all = await peekAt(run, queryOf(undefined, { kind: 'all' }, { page: 1, perPage }));
  const read = new Set((await run.cache.syncs.listRead(run.subject)).map(String));
  const isRead = all.records.every(({ id }) => read.has(String(id)));
  return isRead && count !== null && all.count === count ? 0 : unmatched;
}

/** Excludes records that were deleted after they were read. */
function withoutGone(evidence: Evidence, gone: number): Evidence {
  const { count, end, read } = evidence;
  return gone === 0 ? evidence : { ...evidence, count: Math.min(count ?? end, read - gone) };
}

/** Records read and, if known, how many there are. */
export function shownProgress({ distinct, total }: SyncProgress): { done: number; total: number | null } {
  return { total, done: Math.min(distinct, total ?? distinct) };
}

/** No later answer could come from a cache that cannot repeat the filter. */
function cannotFollow({ resource }: SyncSubject, { detail, missing }: Opaque): Failure {
  const others = missing.flatMap((name) => findField(resources[resource], name)?.via?.resource ?? []);
  const [other] = resourceNames.filter((name) => others.includes(name));
  return {
    code: 'bad-query',
    message:
      other !== undefined
        ? `This filter asks for what ${resources[other].label.toLowerCase()} say, and not all of these are cached. Sync ${resources[other].label.toLowerCase()} first.`
        : missing.length > 0
          ? 'This filter cannot be synced: no record has what it filters by. Change the filter.'
          : 'This filter cannot be synced: it cannot run on the cached records.',
    detail,
  };
}

function manyRemoved({ gone, known, shortfalls }: Extract<Finished, { gone: number }>): Failure {
  return {
    code: 'many-removed',
    message: `${gone.toLocaleString('en')} of ${known.toLocaleString('en')} records were not in the answer. Nothing was removed. Sync again later, or accept the removals.`,
    ...(shortfalls.length === 0 ? {} : { detail: shortfalls.join(' ') }),
  };
}

function incomplete(shortfalls: readonly string[]): Failure {
  return {
    code: 'incomplete',
    message: `Not complete. ${shortfalls.join(' ')} What came is in the cache. Sync again later.`,
  };
}

function notesOf({ said }: Run, unmatched: number): string[] {
  return [...[...said].slice(0, maxSaid), ...(unmatched > 0 ? [unmatchedNote(unmatched)] : [])];
}

function vanishedNotes(vanished: number): string[] {
  if (vanished === 0) return [];
  const are = vanished === 1 ? 'is' : 'are';
  return [`${counted(vanished, 'record')} from the cache ${are} no longer at the service.`];
}
