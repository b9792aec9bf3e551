import { isUsualCap, smallestCap } from './caps.ts';
import { noEvidence, type Evidence } from './evidence.ts';
import { allOrders, ordersOf } from './orders.ts';
import type { SyncProgress, SyncWindow } from './types.ts';

/**
 * Reads a list that changes meanwhile, without missing a record that stays in it.
 *
 * Pages overlap: the first record of each page must be known. Everything before it was read, because pages
 * are in the order of ids. If records of earlier pages were removed, the others have moved forward and a page
 * begins with an unknown record. The next page then begins earlier: by one record, two, four …
 *
 * The service’s count ends nothing by itself: a list ends if a page has nothing after the last known record,
 * or is shorter than requested and ends at a count that was not made of the page. `evidence.ts` judges what
 * the reading has shown.
 */

/** Records that cannot be kept, at most: a service with more has other faults. */
const maxLeftOut = 1000;

/** Pages that may begin with an unknown record, besides two for each page of the list. */
const unjoinedPages = 3;

/** Pages after which a list without counts is considered endless. */
const maxPages = 5000;

export function firstProgress(
  perPage: number,
  window: SyncWindow = { kind: 'all' },
  earlier = 0,
): SyncProgress {
  return {
    window,
    read: 0,
    farthest: 0,
    lastId: null,
    isRead: false,
    isEndSeen: false,
    overlap: 1,
    plainPages: null,
    fruitless: 0,
    unjoined: 0,
    perPage,
    firstSent: 0,
    served: 0,
    count: null,
    firstCount: null,
    countsList: false,
    countsPage: false,
    short: 0,
    arrived: 0,
    orders: [...allOrders],
    total: null,
    most: 0,
    mostBefore: 0,
    pass: 1,
    earlier,
    previous: null,
    again: 0,
    runSince: 0,
    changed: 0,
    renewed: false,
    older: 0,
    replaced: 0,
    unmatched: 0,
    unclear: 0,
    unread: 0,
    fuller: 0,
    denial: 'none',
    otherEnd: 'unasked',
    leftOut: [],
    distinct: 0,
    requests: 0,
    pages: 0,
  };
}

/**
 * The next page of the window: of those that begin at least `overlap` records before the first unread one,
 * the page that reaches farthest. Pages begin at multiples of their size. A repeated page is requested in
 * another size, because services and proxies cache answers, also those of an earlier sync.
 * @returns null if no page of at most `perPage` records has both the last read record and what follows
 */
export function nextPage(progress: SyncProgress): { page: number; perPage: number } | null {
  const { read, overlap, perPage, plainPages, fruitless } = progress;
  if (plainPages !== null) return { page: plainPages + 1, perPage };
  const from = Math.max(read - overlap, 0);
  const other = read > 0 || fruitless > 0 ? fruitless + 1 : 0;
  const first = otherSize(progress, other);
  let best = { page: 1, perPage: first };
  let farthest = from === 0 ? first : 0;
  for (let size = perPage; size > 0 && from > 0; size -= 1) {
    const before = Math.floor(from / size);
    const end = (before + 1) * size;
    if (end <= farthest) continue;
    best = { page: before + 1, perPage: size };
    farthest = end;
  }
  if (overlap > 1 || farthest > read || read === 0) return best;
  // Lists of one or two records allow no overlap; the next page shows whether they are complete.
  return read === perPage ? { page: 2, perPage } : null;
}

/**
 * A page size that no earlier pass has requested, nor this one with a smaller `by`; the same if the service
 * has its own sizes.
 */
export function otherSize({ perPage, plainPages, pass, earlier }: SyncProgress, by = 0): number {
  if (plainPages !== null) return perPage;
  return Math.max(perPage - by - (pass - 1) - earlier, Math.min(perPage, 1));
}

export interface PageFacts {
  readonly requested: { readonly page: number; readonly perPage: number };
  /** As stated by the service. */
  readonly perPage: number;
  /** The count of the list; null without one. */
  readonly count: number | null;
  /** Records of the page, including those that could not be kept. */
  readonly sent: number;
  /** Ids of the records that could be kept. */
  readonly ids: readonly string[];
  /** For each id, whether this pass (`now`) or the pass before has read it. */
  readonly known: readonly ('now' | 'before' | 'no')[];
  /** Records that were read before with other values. */
  readonly changed: number;
  readonly unmatched: number;
  readonly unclear: number;
  readonly leftOut: readonly string[];
  readonly denial?: SyncProgress['denial'];
}

/** The progress after a page. */
export function advance(before: SyncProgress, facts: PageFacts): SyncProgress {
  const { requested, sent, ids, known, count, leftOut } = facts;
  // The page has only records that could not be kept before either.
  const isLeftOut = ids.length === 0 && leftOut.every((name) => before.leftOut.includes(name));
  const fresh = known.filter((one) => one !== 'now').length;
  const isAll = before.window.kind === 'all';
  const counted = count !== null && (count > 0 || sent === 0) ? count : null;
  const after: SyncProgress = {
    ...before,
    count: counted,
    firstCount: before.read === 0 ? (before.firstCount ?? counted) : before.firstCount,
    total: before.total ?? counted,
    most: isAll ? Math.max(before.most, counted ?? 0) : before.most,
    changed: before.changed + facts.changed,
    served: Math.max(before.served, sent),
    denial: facts.denial ?? 'none',
    requests: before.requests + 1,
  };
  const fruitless = { ...after, fruitless: before.fruitless + 1 };
  if (before.plainPages !== null) return advancePlain(before, facts, { after, fruitless, fresh });
  // A page with more records than requested has a size of the service’s own.
  if (sent > requested.perPage) return plainly(after);
  const isBehind = requested.page > 1 && (requested.page - 1) * requested.perPage >= before.read;
  if (isBehind && sent === 0 && (counted ?? before.read) <= before.read)
    return { ...after, isRead: true, isEndSeen: true };
  if (isBehind) return plainly(after);
  if (sent === 0) {
    // An empty page: the list is empty or shrank, or the answer is wrong.
    const isEmpty = before.read === 0 && (counted === null || counted === 0);
    const isRead = isEmpty && (before.fruitless > 0 || !isAll);
    return isRead
      ? { ...after, isRead, isEndSeen: true }
      : givenUp({ ...fruitless, overlap: before.overlap * 2 });
  }
  // Some services state another size than they serve.
  const size = sent > facts.perPage ? requested.perPage : Math.min(facts.perPage, requested.perPage);
  const stated = (requested.page - 1) * size;
  const at = before.lastId === null ? -1 : ids.lastIndexOf(before.lastId);
  const isFull = sent >= size;
  // If the last record moved within a short page that is not the last, the service uses its own page size.
  const shift = at < 0 ? 0 : stated + at + 1 - before.read;
  const isOther = shift > 0 && !isFull && stated + sent !== counted;
  const start = isOther ? Math.max(0, before.read - at - 1) : stated;
  const end = start + sent;
  const isJoined = start === 0 || at >= 0 || known[0] === 'now' || isLeftOut;
  if (!isJoined) {
    const unjoined = before.unjoined + 1;
    // Deletions break the overlap of a page or two. Services without a stable order break it on every page.
    const isOfOtherSize = facts.perPage > requested.perPage;
    if (isOfOtherSize || unjoined > unjoinedPages + 2 * before.pages) return plainly(after);
    return givenUp({ ...after, unjoined, overlap: before.overlap * 2 });
  }
  if (fresh === 0 && before.overlap === 1 && before.read > 0 && at < 0 && !isLeftOut)
    // The page is the previous one, or one from elsewhere.
    return givenUp({ ...fruitless, overlap: 2 });
  if (fresh === 0 && before.read > 0 && before.overlap === 1 && (isOther || size < requested.perPage))
    return before.fruitless > 1
      ? plainly(after)
      : { ...fruitless, perPage: Math.max(1, Math.min(size, sent)) };
  const usable = counted !== null && counted >= end ? counted : null;
  const countsList = before.countsList || (usable !== null && usable > end);
  const isLast = isLeftOut || ids.at(-1) === before.lastId;
  const isBeyond = fresh === 0 && before.read > 0 && !isFull && isLast;
  // If more records follow after the count was reached, the count is per page.
  const countsPage = before.countsPage || (fresh > 0 && before.read > 0 && before.count === before.read);
  const isCut = sent >= before.served && !countsList;
  const isEnd = usable === null ? isBeyond : usable === end && (isBeyond || !(isFull || isCut || countsPage));
  const isShort = !isFull && !isEnd && fresh > 0;
  const next = {
    ...taken(after, facts, fresh),
    read: end,
    farthest: Math.max(before.farthest, end),
    lastId: ids.at(-1) ?? before.lastId,
    overlap: 1,
    // The first page shows a cap that the service does not state.
    perPage: Math.max(
      1,
      Math.min(
        before.perPage,
        isOther || (before.read === 0 && isShort) ? sent : size < requested.perPage ? size : before.perPage,
      ),
    ),
    firstSent: before.firstSent === 0 ? sent : before.firstSent,
    count: usable,
    countsList,
    countsPage,
    fruitless: fresh > 0 ? 0 : before.fruitless + (mayBeKnown(before, end, usable) ? 0 : 1),
    short: isShort ? size - sent : 0,
    arrived: before.arrived + (isOther ? 0 : Math.max(shift - before.short, 0)),
    isRead: isEnd || (usable === end && (!isAll || mayEndHere(before, end))),
    isEndSeen: isEnd,
  };
  return next.isRead ? next : givenUp(isBeyond ? { ...next, overlap: 2 ** next.fruitless } : next);
}

/** True if the other end of the list is requested instead of a page after the last. */
function mayEndHere({ otherEnd }: SyncProgress, end: number): boolean {
  return otherEnd === 'unasked' && end >= smallestCap;
}

function advancePlain(
  before: SyncProgress,
  facts: PageFacts,
  { after, fruitless, fresh }: { after: SyncProgress; fruitless: SyncProgress; fresh: number },
): SyncProgress {
  const { sent, ids } = facts;
  const plainPages = (before.plainPages ?? 0) + 1;
  const end = before.read + sent;
  const usable = after.count !== null && after.count >= end ? after.count : null;
  if (sent === 0) return { ...after, count: usable, isRead: true, isEndSeen: true };
  const isKnown = fresh === 0 && before.read >= before.distinct;
  if (isKnown) return before.fruitless > 0 ? { ...after, isRead: true } : { ...fruitless, plainPages };
  const countsList = before.countsList || (usable !== null && usable > end);
  const isEnd = usable === end && countsList && sent < before.firstSent;
  const isAll = before.window.kind === 'all';
  return {
    ...taken(after, facts, fresh),
    plainPages,
    read: end,
    lastId: ids.at(-1) ?? before.lastId,
    firstSent: Math.max(before.firstSent, sent),
    count: usable,
    countsList,
    fruitless: 0,
    isRead: isEnd || (isAll && usable === end && mayEndHere(before, end)),
    isEndSeen: isEnd,
  };
}

/** Adds what a page brought, wherever it stands. */
function taken(
  after: SyncProgress,
  { ids, known, leftOut, unmatched, unclear }: PageFacts,
  fresh: number,
): SyncProgress {
  return {
    ...after,
    orders: ordersOf(ids, after.orders),
    unmatched: after.unmatched + unmatched,
    unclear: after.unclear + unclear,
    leftOut: [...new Set([...after.leftOut, ...leftOut])].slice(0, maxLeftOut),
    distinct: after.distinct + fresh,
    again: after.again + known.filter((one) => one === 'before').length,
    pages: after.pages + (fresh > 0 ? 1 : 0),
  };
}

/** Restarts the window with pages of the size of its first, because the service serves no others. */
export function plainly(after: SyncProgress): SyncProgress {
  const { pass } = after;
  const perPage =
    after.firstSent > 0 && pass === 1 ? Math.max(after.firstSent, after.perPage) : after.perPage;
  return { ...after, perPage, plainPages: 0, read: 0, lastId: null, overlap: 1, fruitless: 0, short: 0 };
}

/** Ends a window that makes no progress; its end was not seen. */
function givenUp(after: SyncProgress): SyncProgress {
  const isLong = after.requests > mostRequests(after) && endlessReason(after) === null;
  return after.fruitless > 4 || isLong ? { ...after, isRead: true } : after;
}

/**
 * True if a page may bring nothing new: after stepping back, after windows, or in a list that grows, in which
 * records move back.
 */
function mayBeKnown(before: SyncProgress, end: number, count: number | null): boolean {
  const isReadAgain = end < before.farthest || (before.window.kind === 'all' && end < before.distinct);
  return isReadAgain || (before.count !== null && count !== null && count > before.count);
}

/** Why a list is considered endless; null if it is not. */
export function endlessReason(progress: SyncProgress): string | null {
  const { requests, total, count, perPage } = progress;
  // Replicas of an unchanged list may count a few more or less.
  const grows = count === null || count > (total ?? 0) + perPage;
  return grows && requests > mostRequests(progress)
    ? 'The list of the service does not end: it grows while it is read.'
    : null;
}

function mostRequests({ count, total, perPage }: SyncProgress): number {
  const records = Math.max(total ?? 0, count === null ? maxPages * perPage : 0);
  return 60 + 4 * Math.ceil(records / perPage);
}

export function nextWindow(before: SyncProgress, window: SyncWindow): SyncProgress {
  const { read, farthest, lastId, isRead, isEndSeen, overlap, fruitless, count, firstCount, ...ofWindow } =
    firstProgress(before.perPage, window);
  const { countsList, short } = ofWindow;
  const fresh = { read, farthest, lastId, isRead, isEndSeen, overlap, fruitless, count, firstCount };
  return {
    ...before,
    ...fresh,
    window,
    countsList,
    short,
    plainPages: before.plainPages === null ? null : 0,
  };
}

/** Begins another pass; `since` names the previous one. */
export function nextPass(before: SyncProgress, since: number): SyncProgress {
  const { perPage, pass, earlier, plainPages, most, mostBefore, distinct, runSince, served, replaced } =
    before;
  return {
    ...firstProgress(perPage, { kind: 'all' }, earlier),
    pass: pass + 1,
    plainPages: plainPages === null ? null : 0,
    mostBefore: Math.max(most, mostBefore),
    previous: { since, distinct },
    runSince,
    served,
    // Against the older figures, this pass shows nothing.
    older: replaced,
    replaced,
  };
}

/**
 * The evidence of a pass.
 * @param listed the final count of all records if they were read in windows; null without one
 */
export function evidenceOf(progress: SyncProgress, isFiltered: boolean, listed?: number | null): Evidence {
  const { window, distinct, leftOut, orders, plainPages, previous, again } = progress;
  const { most, mostBefore, firstCount, arrived } = progress;
  const read = distinct + leftOut.length;
  const isAll = window.kind === 'all';
  const count = isAll ? progress.count : (listed ?? null);
  return {
    ...noEvidence,
    read,
    end: isAll ? progress.read : read,
    count,
    // Insertions are known only for a list without windows, by position.
    arrived: isAll ? Math.min(more(count, firstCount), arrived) : 0,
    most: Math.max(most, count ?? 0),
    mostBefore,
    // Windows must add up to the count of all.
    isEndSeen: isAll ? progress.isEndSeen || progress.otherEnd === 'seen' : count !== null,
    mayBeCut:
      isAll && progress.otherEnd !== 'seen' && read >= smallestCap && (count === null || isUsualCap(read)),
    isJoined: plainPages === null && orders.length > 0,
    // New records must be explained by a higher count; otherwise the earlier pass missed them.
    isSteady:
      previous !== null && again === previous.distinct && distinct - again <= Math.max(0, most - mostBefore),
    isFiltered,
    unread: progress.unread,
    fuller: progress.fuller,
    denial: progress.denial,
    older: progress.older,
  };
}

function more(count: number | null, before: number | null): number {
  return Math.max(0, (count ?? 0) - (before ?? count ?? 0));
}

/** Pages of an unchanged list of so many records. */
export function requestsOfList(records: number, perPage: number): number {
  let requests = 1;
  for (let read = perPage; read < records; requests += 1) {
    const page = nextPage({ ...firstProgress(perPage), read });
    if (page === null) break;
    read = page.page * page.perPage;
  }
  return requests;
}

/** More records than this, and more than a tenth, are not removed unasked. */
export const removedUnasked = 20;

export function isTooMuch(gone: number, known: number): boolean {
  return gone > removedUnasked && gone > known / 10;
}
