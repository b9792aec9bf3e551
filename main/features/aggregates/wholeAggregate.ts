import { isDeepStrictEqual } from 'node:util';
import { FailureError, hasCode } from '../../../preload/contract/failures.ts';
import type { Query, Sort } from '../../../preload/contract/query.ts';
import type { Measure, SeriesGroup } from '../../../preload/contract/aggregates.ts';
import { changeNote } from '../../../preload/contract/sync.ts';
import type { Rows } from '../../data-service/aggregates.ts';
import { maxPerPage, otherPageSize } from '../../data-service/assumptions.ts';
import { inOrderOf } from '../../data-service/series.ts';
import { shortestCut } from '../../sync/proof/progress.ts';
import { reverseAlternatives } from '../../sync/proof/alternatives.ts';
import { missedOf, noEvidence, provenWhole, type Evidence } from '../../sync/proof/evidence.ts';

export interface Grouped {
  readonly measure: Measure;
  readonly group: SeriesGroup;
  readonly days?: ArrayLike<number>;
  readonly value?: number | null;
  readonly values?: ArrayLike<number>;
}
type Ask<Row> = (query: Query) => Promise<Rows<Row>>;

/** Limits of an answer: pages, groups, and characters of their names and points. */
const limits = { pages: 1000, groups: 100_000, characters: 20_000_000 };

const pointCharacters = 4;

/** Maximum passes: the list is read again if the service's figures change meanwhile. */
const maxPasses = 3;

export function firstPageOf(query: Query): Query {
  return { ...query, pagination: { page: 1, perPage: maxPerPage } };
}

/**
 * Returns every group of an aggregate, or series of a timeseries, as one answer, because ranks and shares of
 * one page would be wrong. Reads pages until one brings nothing new or the count of an earlier one is
 * reached. Reads several pages, and an empty answer, twice: the second pass must have every group of the
 * first (none slipped between pages) and the same figures (one point in time), or it reads again. An answer
 * that is not proven complete keeps the service's count and states the reason.
 *
 * @param ask requests one page
 * @throws FailureError as `ask` does, since partial groups are no answer; `bad-answer` if the pages do not
 * end
 */
export async function wholeAggregate<Row extends Grouped>(
  ask: Ask<Row>,
  query: Query,
  now: () => number,
  { row = 'group', sort = query.sort }: { row?: 'group' | 'series'; sort?: Sort | undefined } = {},
): Promise<Rows<Row>> {
  // From earlier passes: all groups, and the largest stated count.
  const seen = new Set<string>();
  let mostBefore = 0;
  let before = { groups: new Map() as ReadonlyMap<string, Row>, startedAt: now(), missing: '' };
  let served = maxPerPage;
  for (let pass = 1; ; pass += 1) {
    const startedAt = now();
    // Services cache pages, and replicas alternate, so each pass uses another page size.
    const perPage = Math.max(1, served + 1 - pass);
    const { groups, pages, largest, evidence: read, ...said } = await readPages(ask, query, perPage);
    if (pages > 1) served = Math.min(served, largest);
    const again = [...before.groups].filter(([key]) => groups.has(key));
    const isCompared = pages === 1 || pass > 1;
    // A higher count must explain new groups; otherwise earlier passes missed some.
    const isAccounted = again.length === groups.size || groups.size <= read.most;
    const isSteady = pages === 1 || (pass > 1 && again.length === before.groups.size && isAccounted);
    const isSame = pages === 1 || again.every(([key, one]) => isDeepStrictEqual(groups.get(key), one));
    const gone = [...seen].filter((key) => !groups.has(key)).length;
    // If the list grew, this pass has all that the previous one counted; the rest came meanwhile.
    const hasAllOfBefore = pass > 1 && groups.size >= mostBefore - gone;
    const arrived = hasAllOfBefore ? Math.max(0, read.most - Math.max(read.read, mostBefore)) : 0;
    const evidence = { ...read, mostBefore: hasAllOfBefore ? 0 : mostBefore, arrived };
    const missing = provenWhole({ ...evidence, isSteady: true }, row).join();
    const isSettled = isCompared && isSteady && isSame && (missing === '' || missing === before.missing);
    const since = before.startedAt;
    before = { groups, startedAt, missing };
    for (const key of groups.keys()) seen.add(key);
    mostBefore = Math.max(mostBefore, read.most);
    if (!isSettled && pass < maxPasses) continue;
    const otherSort = read.read >= shortestCut ? otherEnd(query, sort, row) : null;
    const page = { ...query, sort: otherSort ?? undefined, pagination: { page: 1, perPage } };
    const unread = otherSort === null ? 0 : await countUnread(ask, page, groups, read.read);
    const unproven = [
      ...provenWhole({ ...evidence, isSteady, unread }, row),
      ...(await compareReversed(ask, firstPageOf(query), groups)),
    ];
    const results = inOrderOf(sort, [...groups.values()]);
    const count = unproven.length === 0 ? results.length : Math.max(read.most, evidence.mostBefore);
    const resultCount = Math.max(results.length, count);
    // The page count states that an incomplete answer has more.
    const pageCount = unproven.length === 0 ? 1 : 2;
    return {
      ...said,
      results,
      pagination: { page: 1, perPage: maxPerPage, pageCount, resultCount },
      count: resultCount,
      shortfalls: [...said.shortfalls, ...unproven],
      notes: [...said.notes, ...(isSame ? [] : [changeNote(since, now())])],
    };
  }
}

function otherEnd({ aggregate }: Query, sort: Sort | undefined, row: 'group' | 'series'): Sort | null {
  const { field = aggregate?.groupBy, direction = 'asc' } = sort ?? {};
  if (field === undefined || (row === 'series' && field === 'date')) return null;
  return { field, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/**
 * Requests a page with the filter's values and alternatives in reverse order, which must not change the
 * result: some services read only part of them. Requests groups that differ again in the original order,
 * since figures change.
 * @returns a sentence if the figures belong to another filter; else none
 */
export async function compareReversed<Row extends Grouped>(
  ask: Ask<Row>,
  query: Query,
  groups: ReadonlyMap<string, Row>,
  isAll = true,
): Promise<string[]> {
  const { filter } = query;
  const reversed = filter === undefined ? filter : reverseAlternatives(filter);
  if (filter === reversed) return [];
  const isEqual = (one: Row, other: Row | undefined): boolean =>
    other !== undefined && haveEqualFigures(one, other);
  const { results } = await ask({ ...query, filter: reversed });
  if (results.every((one) => isEqual(one, groups.get(keyOf(one))))) return [];
  const perPage = otherPageSize(query.pagination?.perPage ?? maxPerPage);
  const again = await ask({ ...query, pagination: { ...query.pagination, perPage } });
  const now = new Map(again.results.map((one) => [keyOf(one), one]));
  // In reverse order, one of several pages may have other groups.
  const isOther = (one: Row): boolean =>
    now.has(keyOf(one)) ? !isEqual(one, now.get(keyOf(one))) : isAll && !groups.has(keyOf(one));
  return results.some(isOther) ? [otherFilter] : [];
}

function haveEqualFigures(one: Grouped, other: Grouped): boolean {
  const [these, those] = [one, other].map(({ value = null, values = [value] }) => Array.from(values));
  return (
    isDeepStrictEqual(one.days, other.days) &&
    these?.length === those?.length &&
    these?.every((figure, at) => isClose(figure, those?.[at])) === true
  );
}

function isClose(one: number | null, other: number | null | undefined): boolean {
  if (one === null || typeof other !== 'number') return Object.is(one, other);
  return Object.is(one, other) || Math.abs(one - other) <= 1e-9 * Math.abs(one);
}

const otherFilter =
  'The service answers the filter with other figures if its values come in another order: it reads only some of them.';

/**
 * Requests a page from the other end if as many groups came as a service's typical cap: it may list and count
 * only the first ones. Returns how many groups only that page has.
 */
async function countUnread<Row extends Grouped>(
  ask: Ask<Row>,
  query: Query,
  groups: ReadonlyMap<string, Row>,
  read: number,
): Promise<number> {
  try {
    const { results, count } = await ask(query);
    const others = results.filter((one) => !groups.has(keyOf(one))).length;
    return missedOf(others, (count ?? 0) - read, results.length);
  } catch (error) {
    if (hasCode(error, 'bad-query')) return 0;
    throw error;
  }
}

async function readPages<Row extends Grouped>(
  ask: Ask<Row>,
  query: Query,
  perPage: number,
): Promise<
  Pick<Rows<Row>, 'unreadable' | 'shortfalls' | 'notes'> & {
    pages: number;
    largest: number;
    groups: ReadonlyMap<string, Row>;
    evidence: Evidence;
  }
> {
  const groups = new Map<string, Row>();
  const notes = new Set<string>();
  const shortfalls = new Set<string>();
  let characters = 0;
  let unreadable = 0;
  let read = 0;
  let fruitless = 0;
  let most = 0;
  let pages = 0;
  let largest = 0;
  for (let page = 1; ; page += 1) {
    const answer = await ask({ ...query, pagination: { page, perPage } });
    const sent = answer.results.length + answer.unreadable;
    const before = read;
    const known = groups.size;
    const ofPage = new Set<string>();
    for (const one of answer.results) {
      // Two groups may share a key; each keeps its figure.
      let key = keyOf(one);
      while (ofPage.has(key)) key += ' again';
      ofPage.add(key);
      groups.set(key, one);
      characters += one.group.name.length + (one.days?.length ?? 0) * pointCharacters;
    }
    // Unreadable groups have no key; on a page without new groups they are known too.
    if (groups.size > known || answer.results.length === 0) unreadable += answer.unreadable;
    read = groups.size + unreadable;
    largest = Math.max(largest, sent);
    for (const note of answer.notes) notes.add(note);
    for (const shortfall of answer.shortfalls) shortfalls.add(shortfall);
    const fresh = read - before;
    if (fresh > 0) pages += 1;
    // Uses the newest page's count: groups may appear while pages are fetched.
    const count = answer.count !== null && answer.count >= read ? answer.count : null;
    const isCounted = count === read && most > before;
    most = Math.max(most, count ?? 0);
    fruitless = groups.size > known ? 0 : fruitless + 1;
    const isBeyond = page > 1 && (sent === 0 || (fresh === 0 && count === read));
    const isEndSeen = isBeyond || isCounted;
    const isLast = fruitless > 0 && page > 1 && page >= answer.pagination.pageCount;
    if (isEndSeen || isLast || (fruitless > 1 && count === null))
      return {
        pages,
        largest,
        groups,
        unreadable,
        shortfalls: [...shortfalls],
        notes: [...notes],
        evidence: {
          ...noEvidence,
          read,
          end: read,
          count,
          most,
          isEndSeen,
          // Groups have no order that joins pages.
          isJoined: false,
          isFiltered: true,
        },
      };
    if (fruitless > 1) throw endless('The service sends the same groups again and again.');
    if (page >= limits.pages || groups.size > limits.groups || characters > limits.characters)
      throw endless('The service has more groups than the app takes. Filter, or group by another field.');
  }
}

export function keyOf({ measure, group }: Grouped): string {
  return `${measure.slug} ${String(group.id)} ${group.name}`;
}

function endless(message: string): FailureError {
  return new FailureError({ code: 'bad-answer', message });
}
