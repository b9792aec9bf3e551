import type { SyncProgress, SyncWindow } from '../../syncTypes.ts';

/**
 * Reads a list that changes while it is read, without missing a record that stands in it all the time.
 *
 * Pages overlap: the first record of each page has to be one that was read before. Everything before it was read as well, since pages
 * come in the order of ids, and the page has what follows. Where records were removed from pages already read, the others have moved forward and a
 * page begins with a record that was not read. The next page then begins earlier: by one record, two, four ...
 */

/** A service of which more cannot be kept has other faults. */
const maxLeftOut = 1000;

export function firstProgress(perPage: number, window: SyncWindow = { kind: 'all' }): SyncProgress {
  return {
    window,
    read: 0,
    isRead: false,
    overlap: 1,
    largestOverlap: 0,
    firstId: null,
    ignoresPaging: false,
    fruitless: 0,
    perPage,
    count: null,
    before: 0,
    total: null,
    pass: 1,
    changed: 0,
    unmatched: 0,
    leftOut: [],
    distinct: 0,
    requests: 0,
  };
}

/**
 * The next page of the window: of those that begin at least `overlap` records before what was not read, the one that reaches farthest. The
 * service takes a page by its number and size, so it begins at a multiple of its size.
 * @returns null where no page of at most `perPage` records has both what was read last and what follows
 */
export function nextPage({ read, overlap, perPage }: SyncProgress): { page: number; perPage: number } | null {
  const from = Math.max(read - overlap, 0);
  let best = { page: 1, perPage };
  let farthest = from === 0 ? perPage : 0;
  for (let size = perPage; size > 0 && from > 0; size -= 1) {
    const before = Math.floor(from / size);
    const end = (before + 1) * size;
    if (end <= farthest) continue;
    best = { page: before + 1, perPage: size };
    farthest = end;
  }
  return overlap > 1 || farthest > read ? best : null;
}

/** A page as it came, and what is known of its records. */
export interface SyncPageFacts {
  readonly requested: { readonly page: number; readonly perPage: number };
  /** As served. */
  readonly perPage: number;
  readonly pageCount: number;
  readonly resultCount: number;
  /** Records of the page, with those that could not be kept. */
  readonly sent: number;
  /** True where the first of them was read before. */
  readonly isOverlapping: boolean;
  /** Records that were not read before. */
  readonly fresh: number;
  /** Records that were read before, with other values. */
  readonly changed: number;
  readonly unmatched: number;
  readonly leftOut: readonly string[];
  /** The id of its first record. */
  readonly firstId: string | null;
}

/** Where a sync stands after a page. */
export function advance(before: SyncProgress, facts: SyncPageFacts): SyncProgress {
  const { requested, pageCount, resultCount, sent, fresh } = facts;
  const { page } = requested;
  // Some services state another size than they serve.
  const sendsMore = sent > requested.perPage;
  const perPage = sendsMore ? facts.perPage : Math.min(facts.perPage, requested.perPage);
  const ignoresSize = sendsMore && page < pageCount;
  const start = (page - 1) * perPage;
  const served = sent < perPage && page < pageCount ? sent : perPage;
  const after: SyncProgress = {
    ...before,
    perPage: served < requested.perPage ? Math.max(served, 1) : before.perPage,
    count: resultCount,
    total: before.total ?? resultCount,
    changed: before.changed + facts.changed,
    requests: before.requests + 1,
  };
  if (start > 0 && !facts.isOverlapping)
    return { ...after, overlap: before.overlap * 2, ignoresPaging: ignoresSize };
  return {
    ...after,
    read: start + sent,
    isRead: page >= pageCount,
    overlap: 1,
    largestOverlap: Math.max(before.largestOverlap, before.overlap),
    firstId: before.firstId ?? facts.firstId,
    ignoresPaging: ignoresSize || (start > 0 && facts.firstId !== null && facts.firstId === before.firstId),
    fruitless: fresh === 0 ? before.fruitless + 1 : 0,
    unmatched: before.unmatched + facts.unmatched,
    leftOut: [...new Set([...before.leftOut, ...facts.leftOut])].slice(0, maxLeftOut),
    distinct: before.distinct + fresh,
  };
}

/** Why a list is not read any further; null where it is. */
export function endlessReason({
  ignoresPaging,
  fruitless,
  largestOverlap,
  perPage,
  requests,
  total,
  before,
}: SyncProgress): string | null {
  // Stepping back by a large overlap reads pages again that bring nothing new, and so does a list that is read once more after its windows.
  if (ignoresPaging || (before === 0 && fruitless > 2 + Math.ceil((2 * largestOverlap) / perPage)))
    return 'The service sends other pages than were requested, or the same again.';
  return requests > 60 + 4 * Math.ceil((total ?? 0) / perPage)
    ? 'The list of the service does not end: it grows while it is read.'
    : null;
}

/** The next window of the same pass. */
export function nextWindow(before: SyncProgress, window: SyncWindow): SyncProgress {
  const { perPage, total, pass, changed, unmatched, leftOut, distinct, requests } = before;
  const kept = { total, pass, changed, unmatched, leftOut, distinct, requests };
  return {
    ...firstProgress(perPage, window),
    ...kept,
    before: before.before + (before.isRead ? before.read : 0),
  };
}

/** A further pass over everything. */
export function nextPass({ perPage, pass }: SyncProgress): SyncProgress {
  return { ...firstProgress(perPage), pass: pass + 1 };
}

/** As many pages as a list of so many records takes that does not change meanwhile. */
export function requestsOfList(records: number, perPage: number): number {
  let requests = 1;
  for (let read = perPage; read < records; requests += 1) {
    const page = nextPage({ ...firstProgress(perPage), read });
    if (page === null) break;
    read = page.page * page.perPage;
  }
  return requests;
}

/** More records than this and more than a tenth of what is known are not taken for gone unasked. */
const removedUnasked = 20;

export function isTooMuch(gone: number, known: number): boolean {
  return gone > removedUnasked && gone > known / 10;
}
