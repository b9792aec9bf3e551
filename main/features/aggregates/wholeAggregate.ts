import { isDeepStrictEqual } from 'node:util';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { AggregateAnswer } from '../../../preload/contract/aggregates.ts';
import { changeNote } from '../../../preload/contract/sync.ts';
import type { Noted } from '../../data-service/aggregates.ts';
import { maxPerPage } from '../../data-service/assumptions.ts';
import { inOrderOf } from '../../data-service/series.ts';

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
 * requested once more: where it has other figures, those of two moments would stand side by side, and all is read again, as it is where groups are
 * missing.
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
    const { groups, pages, notes } = await readPages(ask, query);
    const results = [...inOrderOf(query.sort, [...groups.values()])];
    const pagination = { page: 1, perPage: maxPerPage, pageCount: 1, resultCount: results.length };
    const body = { results, pagination };
    if (pages === 1) return { body, notes };
    const { body: again } = await ask(firstPageOf(query));
    // The same groups may come in another order, or on another page.
    const isSame = again.results.every((one) => isDeepStrictEqual(groups.get(keyOf(one)), one));
    const missing = again.pagination.resultCount - groups.size;
    if (isSame && missing === 0) return { body, notes };
    if (pass < maxPasses) continue;
    const said = isSame && missing > 0 ? missingNote(missing) : changeNote(startedAt, now());
    return { body, notes: [...notes, said] };
  }
}

async function readPages(
  ask: (query: Query) => Promise<Page>,
  query: Query,
): Promise<{ pages: number; groups: ReadonlyMap<string, Group>; notes: string[] }> {
  const groups = new Map<string, Group>();
  // Counts of two pages are two sentences.
  const notes = new Set<string>();
  let characters = 0;
  let fruitless = 0;
  for (let page = 1; ; page += 1) {
    const answer = await ask({ ...query, pagination: { page, perPage: maxPerPage } });
    const before = groups.size;
    for (const one of answer.body.results) {
      groups.set(keyOf(one), one);
      characters += one.group.name.length;
    }
    for (const note of answer.notes) notes.add(note);
    // The count is that of the newest page: groups may appear while the pages are fetched.
    const isLast = page >= answer.body.pagination.pageCount;
    fruitless = groups.size > before ? 0 : fruitless + 1;
    if (!isLast && fruitless > 1) throw endless('The service sends the same groups again and again.');
    if (page >= most.pages || groups.size > most.groups || characters > most.characters)
      throw endless('The service has more groups than the app takes. Filter, or group by another field.');
    if (isLast) return { pages: page, groups, notes: [...notes] };
  }
}

function keyOf({ measure, group }: Group): string {
  return `${measure.slug} ${String(group.id)} ${group.name}`;
}

function missingNote(missing: number): string {
  const [groups, are] = missing === 1 ? ['group', 'is'] : ['groups', 'are'];
  return `${missing.toString()} ${groups} of this answer ${are} missing: the service sent other groups twice.`;
}

function endless(message: string): FailureError {
  return new FailureError({ code: 'bad-answer', message });
}
