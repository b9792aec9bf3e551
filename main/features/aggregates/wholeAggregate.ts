import { FailureError } from '../../../preload/contract/failures.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { AggregateAnswer } from '../../../preload/contract/aggregates.ts';
import { changeNote } from '../../../preload/contract/sync.ts';
import type { Noted } from '../../data-service/aggregates.ts';
import { maxPerPage } from '../../data-service/assumptions.ts';

type Group = AggregateAnswer['results'][number];
type Page = Noted<Omit<AggregateAnswer, 'provenance'>>;

/** More than these are no answer that anybody reads, whatever a service states: pages, groups, and characters of their names. */
const most = { pages: 1000, groups: 100_000, characters: 20_000_000 };

/** Everything is read again where the figures of the service change meanwhile, so many times. */
const maxPasses = 3;

/** The query of the first page of all groups. */
export function firstPageOf(query: Query): Query {
  return { ...query, pagination: { page: 1, perPage: maxPerPage } };
}

/**
 * Every group of an aggregate as one answer: ranks and shares of a page alone would be those of the page. At the end the first page is
 * requested once more: where it has other figures, those of two moments would stand side by side, and all is read again.
 *
 * @param ask requests one page
 * @throws FailureError as `ask` does: a part of the groups is no answer; `bad-answer` where there is no end of them
 */
export async function wholeAggregate(
  ask: (query: Query) => Promise<Page>,
  query: Query,
  now: () => number,
): Promise<Page> {
  for (let pass = 1; ; pass += 1) {
    const startedAt = now();
    const { first, pages, results, notes } = await readPages(ask, query);
    const pagination = { page: 1, perPage: maxPerPage, pageCount: 1, resultCount: results.length };
    const body = { results, pagination };
    if (pages === 1 || isSame(first, await ask(firstPageOf(query)))) return { body, notes };
    if (pass === maxPasses) return { body, notes: [...notes, changeNote(startedAt, now())] };
  }
}

async function readPages(
  ask: (query: Query) => Promise<Page>,
  query: Query,
): Promise<{ first: Page; pages: number; results: Group[]; notes: string[] }> {
  const groups = new Map<string, Group>();
  // Counts of two pages are two sentences.
  const notes = new Set<string>();
  let first: Page | undefined;
  let characters = 0;
  let fruitless = 0;
  for (let page = 1; ; page += 1) {
    const answer = await ask({ ...query, pagination: { page, perPage: maxPerPage } });
    first ??= answer;
    const before = groups.size;
    for (const one of answer.body.results) {
      groups.set(`${one.measure.slug} ${String(one.group.id)} ${one.group.name}`, one);
      characters += one.group.name.length;
    }
    for (const note of answer.notes) notes.add(note);
    // The count is that of the newest page: groups may appear while the pages are fetched.
    const isLast = page >= answer.body.pagination.pageCount;
    fruitless = groups.size > before ? 0 : fruitless + 1;
    if (!isLast && fruitless > 1) throw endless('The service sends the same groups again and again.');
    if (page >= most.pages || groups.size > most.groups || characters > most.characters)
      throw endless('The service has more groups than the app takes. Filter, or group by another field.');
    if (isLast) return { first, pages: page, results: [...groups.values()], notes: [...notes] };
  }
}

function isSame({ body: one }: Page, { body: other }: Page): boolean {
  return (
    one.pagination.resultCount === other.pagination.resultCount &&
    JSON.stringify(one.results) === JSON.stringify(other.results)
  );
}

function endless(message: string): FailureError {
  return new FailureError({ code: 'bad-answer', message });
}
