import { isDeepStrictEqual } from 'node:util';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { AggregateAnswer } from '../../../preload/contract/aggregates.ts';
import { changeNote } from '../../../preload/contract/sync.ts';
import type { Noted } from '../../data-service/aggregates.ts';
import { maxPerPage } from '../../data-service/assumptions.ts';
import { inOrderOf } from '../../data-service/series.ts';
import { noEvidence, provenWhole, type Evidence } from '../../sync/proof/evidence.ts';

type Group = AggregateAnswer['results'][number];
type Page = Noted<Omit<AggregateAnswer, 'provenance'>>;

/** `isShort`: groups may be missing. */
export type WholeAggregate = Page & { readonly isShort: boolean };

/** Nobody reads larger answers: pages, groups, and characters of their names. */
const limits = { pages: 1000, groups: 100_000, characters: 20_000_000 };

/** Everything is read again if the service's figures change during the reading, at most this often. */
const maxPasses = 3;

/** The query of the first page of all groups. */
export function firstPageOf(query: Query): Query {
  return { ...query, pagination: { page: 1, perPage: maxPerPage } };
}

/**
 * Returns every group of an aggregate as one answer: ranks and shares of a single page would be those of the
 * page. Reads pages until one brings nothing, or they have as many groups as an earlier one counted. Several
 * pages, and an answer without groups, are read a second time: if that has every group of the first time,
 * none slipped between two pages; if it has the same figures, they are of one moment. Otherwise all is read
 * again. An answer that is not proven whole keeps the service's count, and a note says so.
 *
 * @param ask requests one page
 * @throws FailureError as `ask` does: a part of the groups is no answer; `bad-answer` if they do not end
 */
export async function wholeAggregate(
  ask: (query: Query) => Promise<Page>,
  query: Query,
  now: () => number,
): Promise<WholeAggregate> {
  // From earlier passes: all groups, and the largest count that the service stated.
  const seen = new Set<string>();
  let mostBefore = 0;
  let before = { groups: new Map() as ReadonlyMap<string, Group>, startedAt: now(), missing: '' };
  let served = maxPerPage;
  for (let pass = 1; ; pass += 1) {
    const startedAt = now();
    // Services keep answers, and replicas take turns: what is requested once more is cut elsewhere.
    const perPage = Math.max(1, served + 1 - pass);
    const { groups, pages, largest, evidence: read, notes, ...losses } = await readPages(ask, query, perPage);
    if (pages > 1) served = Math.min(served, largest);
    const again = [...before.groups].filter(([key]) => groups.has(key));
    const isCompared = pages === 1 || pass > 1;
    // New groups have to be counted: otherwise earlier passes missed them, and others may still be missing.
    const isAccounted = again.length === groups.size || groups.size <= read.most;
    const isSteady = pages === 1 || (pass > 1 && again.length === before.groups.size && isAccounted);
    const isSame = pages === 1 || again.every(([key, one]) => isDeepStrictEqual(groups.get(key), one));
    const gone = [...seen].filter((key) => !groups.has(key)).length;
    // In a growing list, a further pass has all that the one before counted; the others are newer.
    const hasAllOfBefore = pass > 1 && groups.size >= mostBefore - gone;
    const arrived = hasAllOfBefore ? Math.max(0, read.most - groups.size) : 0;
    const evidence = { ...read, mostBefore, gone, arrived };
    const missing = provenWhole({ ...evidence, isSteady: true }, 'group').join();
    const shortfalls = provenWhole({ ...evidence, isSteady }, 'group');
    const isSettled = isCompared && isSteady && isSame && (missing === '' || missing === before.missing);
    const since = before.startedAt;
    before = { groups, startedAt, missing };
    for (const key of groups.keys()) seen.add(key);
    mostBefore = Math.max(mostBefore, read.most);
    if (!isSettled && pass < maxPasses) continue;
    const results = [...inOrderOf(query.sort, [...groups.values()])];
    const resultCount = Math.max(results.length, shortfalls.length === 0 ? 0 : mostBefore - gone);
    // An incomplete answer has a further page.
    const pageCount = shortfalls.length === 0 ? 1 : 2;
    const body = { results, pagination: { page: 1, perPage: maxPerPage, pageCount, resultCount } };
    return {
      ...losses,
      body,
      isShort: shortfalls.length > 0,
      notes: [...notes, ...shortfalls, ...(isSame ? [] : [changeNote(since, now())])],
    };
  }
}

async function readPages(
  ask: (query: Query) => Promise<Page>,
  query: Query,
  perPage: number,
): Promise<{
  pages: number;
  /** The most groups of a page. */
  largest: number;
  groups: ReadonlyMap<string, Group>;
  notes: string[];
  rounded: number;
  leftOut: number;
  evidence: Evidence;
}> {
  const groups = new Map<string, Group>();
  let [rounded, leftOut] = [0, 0];
  const notes = new Set<string>();
  let characters = 0;
  let fruitless = 0;
  let most = 0;
  let pages = 0;
  let largest = 0;
  for (let page = 1; ; page += 1) {
    const answer = await ask({ ...query, pagination: { page, perPage } });
    const before = groups.size;
    const ofPage = new Set<string>();
    for (const one of answer.body.results) {
      // Two groups may have one key: each has its figure.
      let key = keyOf(one);
      while (ofPage.has(key)) key += ' again';
      ofPage.add(key);
      groups.set(key, one);
      characters += one.group.name.length;
    }
    largest = Math.max(largest, answer.body.results.length);
    for (const note of answer.notes) notes.add(note);
    rounded += answer.rounded;
    leftOut += answer.leftOut;
    const fresh = groups.size - before;
    if (fresh > 0) pages += 1;
    // The count is that of the newest page: groups may appear while the pages are fetched.
    const counted = answer.count ?? null;
    const count = counted !== null && counted >= groups.size ? counted : null;
    const isCounted = count === groups.size && most > before;
    most = Math.max(most, count ?? 0);
    fruitless = fresh > 0 ? 0 : fruitless + 1;
    const isBeyond = page > 1 && (answer.body.results.length === 0 || (fresh === 0 && count === groups.size));
    const isEndSeen = isBeyond || isCounted;
    const isLast = fruitless > 0 && page > 1 && page >= answer.body.pagination.pageCount;
    if (isEndSeen || isLast || (fruitless > 1 && count === null))
      return {
        pages,
        largest,
        groups,
        notes: [...notes],
        rounded,
        leftOut,
        evidence: {
          ...noEvidence,
          read: groups.size,
          end: groups.size,
          count,
          most,
          isEndSeen,
          // Groups have no order by which pages could be joined.
          isJoined: false,
          isFiltered: true,
        },
      };
    if (fruitless > 1) throw endless('The service sends the same groups again and again.');
    if (page >= limits.pages || groups.size > limits.groups || characters > limits.characters)
      throw endless('The service has more groups than the app takes. Filter, or group by another field.');
  }
}

function keyOf({ measure, group }: Group): string {
  return `${measure.slug} ${String(group.id)} ${group.name}`;
}

function endless(message: string): FailureError {
  return new FailureError({ code: 'bad-answer', message });
}
