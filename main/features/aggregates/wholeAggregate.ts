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

/** More than these are no answer that anybody reads, whatever a service states: pages, groups, and characters of their names. */
const limits = { pages: 1000, groups: 100_000, characters: 20_000_000 };

/** Everything is read again where the figures of the service change meanwhile, so many times. */
const maxPasses = 3;

/** The query of the first page of all groups. */
export function firstPageOf(query: Query): Query {
  return { ...query, pagination: { page: 1, perPage: maxPerPage } };
}

/**
 * Every group of an aggregate as one answer: ranks and shares of a page alone would be those of the page. Pages are read until one brings nothing, or they
 * have as many as an earlier one counted. At the end the first page is requested once more: where it has other figures, those of two moments
 * would stand side by side, and all is read again, as it is where groups are missing. What is not proven to be whole keeps the count of the service, and a
 * note says so.
 *
 * @param ask requests one page
 * @throws FailureError as `ask` does: a part of the groups is no answer; `bad-answer` where there is no end of them
 */
export async function wholeAggregate(
  ask: (query: Query) => Promise<Page>,
  query: Query,
  now: () => number,
): Promise<Page> {
  let before = '';
  let mostBefore = Infinity;
  for (let pass = 1; ; pass += 1) {
    const startedAt = now();
    // Services keep answers: what is requested once more is requested with another size.
    const perPage = maxPerPage - 2 * (pass - 1);
    const { groups, pages, notes, evidence } = await readPages(ask, query, perPage);
    const results = [...inOrderOf(query.sort, [...groups.values()])];
    const first = { ...query, pagination: { page: 1, perPage: perPage - 1 } };
    const again = pages === 1 ? null : (await ask(first)).body;
    // The same groups may come in another order, or on another page.
    const isSame = again?.results.every((one) => isDeepStrictEqual(groups.get(keyOf(one)), one)) ?? true;
    const isSteady = again?.results.every((one) => groups.has(keyOf(one))) ?? true;
    const shown = { ...evidence, most: Math.max(evidence.most, again?.pagination.resultCount ?? 0) };
    // In a list that grows a further pass has all that the one before counted; the others came meanwhile.
    const arrived = groups.size >= mostBefore ? Math.max(0, shown.most - groups.size) : 0;
    mostBefore = shown.most;
    const shortfalls = provenWhole({ ...shown, isSteady, arrived }, 'group');
    const isSettled = isSame && (shortfalls.length === 0 || shortfalls.join() === before);
    before = shortfalls.join();
    if (!isSettled && pass < maxPasses) continue;
    const resultCount = Math.max(results.length, shortfalls.length === 0 ? 0 : shown.most);
    // What is short has a further page.
    const pageCount = shortfalls.length === 0 ? 1 : 2;
    const body = { results, pagination: { page: 1, perPage: maxPerPage, pageCount, resultCount } };
    return { body, notes: [...notes, ...shortfalls, ...(isSame ? [] : [changeNote(startedAt, now())])] };
  }
}

async function readPages(
  ask: (query: Query) => Promise<Page>,
  query: Query,
  perPage: number,
): Promise<{ pages: number; groups: ReadonlyMap<string, Group>; notes: string[]; evidence: Evidence }> {
  const groups = new Map<string, Group>();
  // Counts of two pages are two sentences.
  const notes = new Set<string>();
  let characters = 0;
  let fruitless = 0;
  let most = 0;
  let pages = 0;
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
    for (const note of answer.notes) notes.add(note);
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
        pages: Math.max(1, pages),
        groups,
        notes: [...notes],
        evidence: {
          ...noEvidence,
          read: groups.size,
          end: groups.size,
          count,
          most,
          isEndSeen,
          // Groups have no order: pages are joined where the first is the same at the end.
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
