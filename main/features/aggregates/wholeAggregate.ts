import { isDeepStrictEqual } from 'node:util';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Query, Sort } from '../../../preload/contract/query.ts';
import type { Measure, SeriesGroup } from '../../../preload/contract/aggregates.ts';
import { changeNote } from '../../../preload/contract/sync.ts';
import type { Rows } from '../../data-service/aggregates.ts';
import { isUnanswered } from '../../data-service/failures.ts';
import { maxPerPage, otherPageSize } from '../../data-service/assumptions.ts';
import { isUsualCap, smallestCap } from '../../sync/proof/caps.ts';
import { inOrderOf } from '../../data-service/series.ts';
import { reverseAlternatives } from '../../sync/proof/alternatives.ts';
import { askBorderDays } from './borderDays.ts';
import { missedOf, noEvidence, provenWhole, type Evidence } from '../../sync/proof/evidence.ts';

export interface Grouped {
  readonly measure: Measure;
  readonly group: SeriesGroup;
  readonly days?: ArrayLike<number>;
  readonly value?: number | null;
  readonly values?: ArrayLike<number>;
}

/** The noun of a row, and the requested order of rows. */
export interface RowOrder {
  readonly row: 'group' | 'series';
  readonly sort: Sort | undefined;
}

type Ask<Row> = (query: Query) => Promise<Rows<Row>>;

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
  { row, sort }: RowOrder = { row: 'group', sort: query.sort },
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
    const lost = [...seen].filter((key) => !groups.has(key)).length;
    // If the list grew, this pass has all that the previous one counted; the rest came meanwhile.
    const hasAllOfBefore = pass > 1 && groups.size >= mostBefore - lost;
    const arrived = hasAllOfBefore ? Math.max(0, read.most - Math.max(read.read, mostBefore)) : 0;
    const evidence = { ...read, mostBefore: hasAllOfBefore ? 0 : mostBefore, lost, arrived };
    const missing = provenWhole({ ...evidence, isSteady: true }, row).join();
    const isSettled = isCompared && isSteady && isSame && (missing === '' || missing === before.missing);
    const since = before.startedAt;
    before = { groups, startedAt, missing };
    for (const key of groups.keys()) seen.add(key);
    mostBefore = Math.max(mostBefore, read.most);
    if (!isSettled && pass < maxPasses) continue;
    const otherSort = otherEnd(query, sort, row);
    const fromOtherEnd = { ...query, sort: otherSort ?? undefined, pagination: { page: 1, perPage } };
    const shown = otherSort === null ? {} : await askOtherEnd(ask, fromOtherEnd, groups, read);
    const results = inOrderOf(sort, [...groups.values()]);
    const unproven = [
      ...provenWhole({ ...evidence, isSteady, ...shown }, row),
      ...(await compareReversed(ask, firstPageOf(query), groups)),
      ...(await askBorderDays(ask, firstPageOf(query), results)),
    ];
    const count = unproven.length === 0 ? results.length : Math.max(read.most, evidence.mostBefore);
    const resultCount = Math.max(results.length, count);
    // The page count states that an incomplete answer has more.
    const pageCount = unproven.length === 0 ? 1 : 2;
    return {
      ...said,
      results,
      pagination: { page: 1, perPage: maxPerPage, pageCount, resultCount },
      count: resultCount,
      saysMore: read.denial === 'more',
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
 * result: some services read only part of them. If it differs, requests the original once more, since figures
 * change.
 * @param isAll true if `groups` are complete
 * @returns a sentence if the figures belong to another filter; else none
 */
export async function compareReversed<Row extends Grouped>(
  ask: Ask<Row>,
  query: Query,
  groups: ReadonlyMap<string, Row>,
  isAll = true,
): Promise<string[]> {
  const reversed = reverseAlternatives(query.filter);
  if (query.filter === reversed) return [];
  const isKnown = ([key, one]: [string, Row]): boolean => {
    const known = groups.get(key);
    return known === undefined ? !isAll : haveEqualFigures(one, known);
  };
  const { results } = await ask({ ...query, filter: reversed });
  if ([...byKey(results)].every(isKnown)) return [];
  const perPage = otherPageSize(query.pagination?.perPage ?? maxPerPage);
  const again = await ask({ ...query, pagination: { ...query.pagination, perPage } });
  return [...byKey(again.results)].every(isKnown) ? [otherFilter] : [];
}

/** Two groups of a page may share a key; each keeps its figure. */
export function byKey<Row extends Grouped>(rows: readonly Row[]): Map<string, Row> {
  const groups = new Map<string, Row>();
  for (const one of rows) {
    let key = `${one.measure.slug} ${String(one.group.id)} ${one.group.name}`;
    while (groups.has(key)) key += ' again';
    groups.set(key, one);
  }
  return groups;
}

/** Sums of doubles depend on their order. */
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
  return Object.is(one, other) || Math.abs(one - other) <= Math.max(1e-6, 1e-9 * Math.abs(one));
}

const otherFilter =
  'The service answers the filter with other figures if its values come in another order: it reads only some of them.';

/**
 * Requests a page from the other end: the service may list and count only the first groups.
 * @returns how many only that page has, and whether groups may be missing because the order did not change
 */
async function askOtherEnd<Row extends Grouped>(
  ask: Ask<Row>,
  query: Query,
  groups: ReadonlyMap<string, Row>,
  { read }: Evidence,
): Promise<Pick<Evidence, 'unread' | 'mayBeCut'>> {
  const none = { unread: 0, mayBeCut: isUsualCap(read) };
  if (read < smallestCap) return none;
  try {
    const { results, count } = await ask(query);
    const keys = [...byKey(results).keys()];
    const known = [...groups.keys()];
    if (keys.every((key, at) => key === known[at])) return none;
    const others = keys.filter((key) => !groups.has(key)).length;
    return { unread: missedOf(others, (count ?? 0) - read, keys.length), mayBeCut: false };
  } catch (error) {
    if (isUnanswered(error)) return none;
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
    for (const [key, one] of byKey(answer.results)) {
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
          denial: answer.saysMore ? 'more' : 'none',
        },
      };
    if (fruitless > 1) throw endless('The service sends the same groups again and again.');
    if (page >= limits.pages || groups.size > limits.groups || characters > limits.characters)
      throw endless('The service has more groups than the app takes. Filter, or group by another field.');
  }
}

function endless(message: string): FailureError {
  return new FailureError({ code: 'bad-answer', message });
}
