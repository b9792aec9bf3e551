import type { SyncProgress } from '../syncTypes.ts';

export function firstProgress(perPage: number): SyncProgress {
  return {
    nextPage: 1,
    perPage,
    resultCount: null,
    lastPage: null,
    pass: 1,
    grownAt: 0,
    changes: 0,
    requests: 0,
  };
}

/**
 * How far a sync is after an answer. The order of the pages is by id, so that
 *
 * - where records vanished on pages already read, what follows has moved forward, and the end of the page before was never
 *   seen: the sync steps back by as many pages;
 * - where records appeared, what follows has moved back: some come twice, and those that appeared may stand on a page already
 *   read, which a further pass finds;
 * - where the service serves fewer records on a page than before, the sync goes on at the page on which it now stands.
 */
export function advance(
  before: SyncProgress,
  answer: { page: number; perPage: number; pageCount: number; resultCount: number },
): SyncProgress {
  const { page, perPage, pageCount, resultCount } = answer;
  const grown = before.resultCount === null ? 0 : resultCount - before.resultCount;
  const served = Math.max(perPage, 1);
  const done =
    served === before.perPage || page === 1 ? page : Math.floor(((page - 1) * before.perPage) / served);
  const back = grown < 0 ? 1 + Math.ceil(-grown / served) : 0;
  return {
    nextPage: Math.max(done + 1 - back, 1),
    perPage: served,
    resultCount,
    lastPage:
      before.pass === 1 || before.lastPage === null ? pageCount : Math.min(before.lastPage, pageCount),
    pass: before.pass,
    grownAt: grown > 0 ? page : before.grownAt,
    changes: before.changes + Math.abs(grown),
    requests: before.requests + 1,
  };
}

/** A further pass, over the pages up to one. */
export function nextPass(before: SyncProgress, lastPage: number): SyncProgress {
  return { ...before, nextPage: 1, lastPage, pass: before.pass + 1, grownAt: 0 };
}
