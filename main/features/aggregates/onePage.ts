import { counted } from '../../../preload/contract/counted.ts';
import { hasCode } from '../../../preload/contract/failures.ts';
import type { Pagination, Query } from '../../../preload/contract/query.ts';
import { defaultPerPage, type Rows } from '../../data-service/aggregates.ts';
import { otherPageSize } from '../../data-service/assumptions.ts';
import { inOrderOf } from '../../data-service/series.ts';
import { askBorderDays } from './borderDays.ts';
import { byKey, compareReversed, type Grouped, type RowOrder } from './wholeAggregate.ts';

/** Returns the named page, with a note if the service sent another or did not count what follows. */
export async function onePage<Row extends Grouped>(
  ask: (query: Query) => Promise<Rows<Row>>,
  query: Query,
  { row, sort }: RowOrder = { row: 'group', sort: query.sort },
): Promise<Rows<Row>> {
  const { page = 1, perPage } = query.pagination ?? {};
  const first = await ask(query);
  const isEmpty = first.results.length === 0 && page === 1;
  const read = isEmpty ? await askAgain(ask, query, perPage ?? defaultPerPage) : first;
  const { results, pagination, unreadable } = read;
  const sent = results.length + unreadable;
  const shortfalls = [...read.shortfalls];
  // A service that sends a smaller page starts later pages elsewhere.
  const isOther =
    pagination.page !== page || (page > 1 && perPage !== undefined && pagination.perPage !== perPage);
  if (sent > 0 && isOther)
    shortfalls.push(
      `The service answered with page ${pageText(pagination)} in place of page ${pageText({ page, perPage })}.`,
    );
  // Services cut lists at these sizes, and some count only the page.
  const mayBeCut = sent > 0 && (sent >= pagination.perPage || sent % defaultPerPage === 0);
  const isLast = (pagination.page - 1) * pagination.perPage + sent >= pagination.resultCount;
  if (mayBeCut && isLast && (await goesOn(ask, query, read)))
    shortfalls.push(`The service has more than the ${counted(sent, row)} of this page, and counts no more.`);
  const isAll = page === 1 && isLast;
  shortfalls.push(...(await compareReversed(ask, query, byKey(results), isAll)));
  shortfalls.push(...(await askBorderDays(ask, query, results)));
  return { ...read, results: inOrderOf(sort, results), shortfalls };
}

async function goesOn<Row extends Grouped>(
  ask: (query: Query) => Promise<Rows<Row>>,
  query: Query,
  { results, pagination: { page, perPage } }: Rows<Row>,
): Promise<boolean> {
  const known = byKey(results);
  try {
    const next = await ask({ ...query, pagination: { page: page + 1, perPage } });
    return [...byKey(next.results).keys()].some((key) => !known.has(key));
  } catch (error) {
    // Some services reject a page after the last.
    if (hasCode(error, 'bad-query')) return false;
    throw error;
  }
}

/** Repeats a valid query that returned nothing, with parameters that no cache of the service has seen. */
async function askAgain<Row>(
  ask: (query: Query) => Promise<Rows<Row>>,
  query: Query,
  perPage: number,
): Promise<Rows<Row>> {
  const other = otherPageSize(perPage);
  const read = await ask({ ...query, pagination: { page: 1, perPage: other } });
  if (other < perPage) return read;
  const pageCount = Math.ceil(read.pagination.resultCount / perPage);
  return {
    ...read,
    results: read.results.slice(0, perPage),
    pagination: { ...read.pagination, perPage, pageCount },
  };
}

function pageText({ page = 1, perPage }: Pagination): string {
  return perPage === undefined ? page.toString() : `${page.toString()} (${perPage.toString()} a page)`;
}
