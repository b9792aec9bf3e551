import { FailureError } from '../../../preload/contract/failures.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { AggregateAnswer } from '../../../preload/contract/aggregates.ts';
import { maxPerPage } from '../../data-service/assumptions.ts';

type Group = AggregateAnswer['results'][number];

/** More than these are no answer that anybody reads, whatever a service states: pages, groups, and characters of their names. */
const most = { pages: 1000, groups: 100_000, characters: 20_000_000 };

/**
 * Every group of an aggregate as one answer: ranks and shares of a page alone would be those of the page. Its provenance is that
 * of the page that was fetched first, a stale one before the others.
 *
 * @param ask asks for one page
 * @throws FailureError as `ask` does: a part of the groups is no answer; `bad-answer` where there is no end of them
 */
export async function wholeAggregate(
  ask: (query: Query) => Promise<AggregateAnswer>,
  query: Query,
): Promise<AggregateAnswer> {
  const groups = new Map<string, Group>();
  const provenances: Provenance[] = [];
  let characters = 0;
  let fruitless = 0;
  // The count is that of the newest page: groups may appear while the pages are fetched.
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const answer = await ask({ ...query, pagination: { page, perPage: maxPerPage } });
    const before = groups.size;
    for (const one of answer.results) {
      groups.set(`${one.measure.slug} ${String(one.group.id)} ${one.group.name}`, one);
      characters += one.group.name.length;
    }
    provenances.push(answer.provenance);
    pageCount = answer.pagination.pageCount;
    fruitless = groups.size > before ? 0 : fruitless + 1;
    if (page < pageCount && fruitless > 1)
      throw endless('The service sends the same groups again and again.');
    if (page >= most.pages || groups.size > most.groups || characters > most.characters)
      throw endless('The service has more groups than the app takes. Filter, or group by another field.');
  }
  const results = [...groups.values()];
  return {
    results,
    pagination: { page: 1, perPage: maxPerPage, pageCount: 1, resultCount: results.length },
    provenance: { ...oldest(provenances), ...notesOf(provenances) },
  };
}

function endless(message: string): FailureError {
  return new FailureError({ code: 'bad-answer', message });
}

/** What is said of any of the pages. Counts of two pages are two sentences. */
function notesOf(pages: readonly Provenance[]): Pick<Provenance, 'notes'> {
  const notes = [...new Set(pages.flatMap((provenance) => provenance.notes ?? []))];
  return notes.length === 0 ? {} : { notes };
}

function oldest(all: readonly Provenance[]): Provenance {
  const [first] = all.toSorted(
    (a, b) => Number(b.stale) - Number(a.stale) || (a.fetchedAt ?? Infinity) - (b.fetchedAt ?? Infinity),
  );
  if (first === undefined) throw new Error('An answer has at least one page.');
  return first;
}
