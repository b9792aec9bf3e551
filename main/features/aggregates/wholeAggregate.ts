import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { AggregateAnswer } from '../../../preload/contract/aggregates.ts';
import { maxPerPage } from '../../data-service/assumptions.ts';

/**
 * Every group of an aggregate as one answer: ranks and shares of a page alone would be those of the page. Its provenance is that
 * of the page that was fetched first, a stale one before the others.
 *
 * @param ask asks for one page
 * @throws FailureError as `ask` does: a part of the groups is no answer
 */
export async function wholeAggregate(
  ask: (query: Query) => Promise<AggregateAnswer>,
  query: Query,
): Promise<AggregateAnswer> {
  const pageOf = (page: number): Promise<AggregateAnswer> =>
    ask({ ...query, pagination: { page, perPage: maxPerPage } });
  const pages = [await pageOf(1)];
  // The count is that of the newest page: groups may appear while the pages are fetched.
  for (let page = 2; page <= (pages.at(-1)?.pagination.pageCount ?? 1); page += 1)
    pages.push(await pageOf(page));
  const groups = new Map(
    pages.flatMap(({ results }) =>
      results.map((one) => [`${one.measure.slug} ${String(one.group.id)} ${one.group.name}`, one] as const),
    ),
  );
  const results = [...groups.values()];
  return {
    results,
    pagination: { page: 1, perPage: maxPerPage, pageCount: 1, resultCount: results.length },
    provenance: { ...oldest(pages.map(({ provenance }) => provenance)), ...notesOf(pages) },
  };
}

/** What is said of any of the pages. Counts of two pages are two sentences. */
function notesOf(pages: readonly AggregateAnswer[]): Pick<Provenance, 'notes'> {
  const notes = [...new Set(pages.flatMap(({ provenance }) => provenance.notes ?? []))];
  return notes.length === 0 ? {} : { notes };
}

function oldest(all: readonly Provenance[]): Provenance {
  const [first] = all.toSorted(
    (a, b) => Number(b.stale) - Number(a.stale) || (a.fetchedAt ?? Infinity) - (b.fetchedAt ?? Infinity),
  );
  if (first === undefined) throw new Error('An answer has at least one page.');
  return first;
}
