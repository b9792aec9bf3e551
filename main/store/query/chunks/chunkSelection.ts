import { compareIds } from '../order.ts';
import { chunkRows } from './chunkCodec.ts';
import type { Matches } from './chunkMatches.ts';
import type { ChunkReader } from './chunkReader.ts';

/**
 * Finds a page of a filter's matches in an order without sorting them all. A sample gives bounds of the page,
 * one pass over the columns collects the matches between them, and the page is taken from these. If counts
 * show that the sample was wrong, collects everything. Returns null if a column of the order has texts among
 * its values.
 */
export function selectKeys(
  reader: ChunkReader,
  matches: Matches,
  terms: readonly SelectionTerm[],
  given: Page,
): number[] | null {
  const rows = openRows(reader, matches, terms);
  const page = { ...given, limit: Math.max(0, Math.min(given.limit, matches.count - given.offset)) };
  const bounds = matches.count > fewMatches ? sampledBounds(rows, matches.count, page) : everything;
  const keys = keysBetween(rows, bounds, page) ?? keysBetween(rows, everything, page);
  return rows.hasTexts() ? null : keys;
}

export interface SelectionTerm {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  readonly read: ((key: number) => string | number | null) | null;
  /** True if rows with one code may differ in text. Such rows fill a page or two, not more. */
  readonly sharesCodes: boolean;
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
  /** True to sort only the first and last key: sorting half a million takes as long as finding them. */
  readonly endsOnly?: boolean;
}

/** In chunks with few matches, reading ids of tied rows one by one is faster than their column. */
const fewInChunk = 8;

const fewMatches = 50_000;
/** Number of sampled chunks, and of matches sampled in each. */
const sampledChunks = 64;
const sampledRows = 64;
/** If a larger share of the sample equals a bound, most chunks have such rows. */
const tiedShare = 0.05;

/** A position in an order: the rank by each term, ids last. Smaller first, NaN last. */
type SortKey = readonly number[];

/** Null for the beginning and the end of the order. */
interface Bounds {
  readonly low: SortKey | null;
  readonly high: SortKey | null;
  /** True if many rows equal a first-term bound: then the other terms of rows between bounds are read too. */
  readonly areTied: boolean;
}
const everything: Bounds = { low: null, high: null, areTied: false };

type Rows = ReturnType<typeof openRows>;

/** Iterates over the matches of a table by chunk, with their ranks. */
function openRows(reader: ChunkReader, matches: Matches, named: readonly SelectionTerm[]) {
  const terms = named.map(({ field, direction, read }) => ({
    cursor: reader.cursor(field),
    sign: direction === 'asc' ? 1 : -1,
    text: read === null ? null : memoized(read),
  }));
  const withoutIds = terms.length > 1 && matches.count < fewInChunk * reader.count();
  let chunk = 0;
  let hasTexts = false;
  const read: (Float64Array | undefined)[] = [];
  const found = new Uint16Array(chunkRows);
  const none = new Float64Array(chunkRows).fill(NaN);
  const equal = new Float64Array(chunkRows);

  function valuesOf(term: number): Float64Array {
    if (withoutIds && term === terms.length - 1) return (read[term] = equal);
    const values = terms[term]?.cursor.at(chunk);
    const numbers = values instanceof Float64Array ? values : none;
    hasTexts ||= numbers !== values;
    read[term] = numbers;
    return numbers;
  }

  return {
    chunks: reader.count(),
    terms: terms.length,
    /** Rows equal in this many terms may differ in their texts. */
    tied: named[0]?.sharesCodes === true ? 1 : terms.length,
    compareTexts(term: number, a: number, b: number) {
      const { text = null, sign = 1 } = terms[term] ?? {};
      const [left, right] = [text?.(a) ?? null, text?.(b) ?? null];
      return left === null || right === null ? 0 : sign * compareIds(left, right);
    },
    turnTo(next: number) {
      chunk = next;
      read.length = 0;
    },
    matching: () => found.subarray(0, matches.rowsOf(chunk, found)),
    rank: (row: number, term: number) =>
      ((read[term] ?? valuesOf(term))[row] ?? NaN) * (terms[term]?.sign ?? 1),
    /** Ranks by the first term, as `rank` returns them, for loops over all rows. */
    firstRanks: () => ({ values: valuesOf(0), sign: terms[0]?.sign ?? 1 }),
    hasTexts: () => hasTexts,
  };
}

/** Returns bounds for a page, estimated from chunks that are spread evenly over the table. */
function sampledBounds(rows: Rows, count: number, { offset, limit }: Page): Bounds {
  const sample: SortKey[] = [];
  const step = Math.max(1, Math.floor(rows.chunks / sampledChunks));
  for (let chunk = 0; chunk < rows.chunks; chunk += step) {
    rows.turnTo(chunk);
    const found = rows.matching();
    const rowStep = Math.max(1, Math.floor(found.length / sampledRows));
    for (let at = 0; at < found.length; at += rowStep) sample.push(placeOf(rows, found[at] ?? 0));
  }
  sample.sort(comparePlaces);
  /** The bound lies three standard deviations of the sampled count from the expected position. */
  const bound = (share: number, side: -1 | 1): SortKey | null => {
    const distance = 3 * Math.sqrt(share * (1 - share) * sample.length) + 8;
    return sample[Math.round(share * sample.length + side * distance)] ?? null;
  };
  const low = bound(offset / count, -1);
  const high = bound(Math.min(1, (offset + limit) / count), 1);
  const tied = sample.filter(([first]) => first === low?.[0] || first === high?.[0]);
  return { low, high, areTied: tied.length > tiedShare * sample.length };
}

function keysBetween(
  rows: Rows,
  { low, high, areTied }: Bounds,
  { offset, limit, endsOnly = false }: Page,
): number[] | null {
  const keys: number[] = [];
  const places: number[] = [];
  const firsts: number[] = [];
  let before = 0;
  const [lowest = NaN] = low ?? [];
  const [highest = NaN] = high ?? [];
  for (let chunk = 0; chunk < rows.chunks; chunk += 1) {
    rows.turnTo(chunk);
    const found = rows.matching();
    if (found.length === 0) continue;
    const { values, sign } = rows.firstRanks();
    for (const row of found) {
      const rank = (values[row] ?? NaN) * sign;
      const isAbove = low === null || rank > lowest || (!(rank < lowest) && compareWith(rows, row, low) >= 0);
      if (!isAbove) before += 1;
      else if (high === null || rank < highest || (!(rank > highest) && compareWith(rows, row, high) <= 0)) {
        keys.push(chunk * chunkRows + row);
        firsts.push(rank);
        if (areTied) for (let term = 0; term < rows.terms; term += 1) places.push(rows.rank(row, term));
      }
    }
  }
  const from = offset - before;
  if (from < 0 || (from + limit > keys.length && high !== null)) return null;
  if (areTied) return pageOf(rows, { keys, places }, { offset: from, limit, endsOnly });
  const near = narrowed(firsts, from, limit);
  const nearKeys = near.indices.map((index) => keys[index] ?? 0);
  const read = { keys: nearKeys, places: placesOf(rows, nearKeys) };
  return pageOf(rows, read, { offset: from - near.before, limit, endsOnly });
}

/** Returns the range of first-term ranks that includes a page: fewer rows need the other terms. */
function narrowed(
  ranks: readonly number[],
  from: number,
  limit: number,
): { readonly indices: Uint32Array; readonly before: number } {
  const all = indicesOf(ranks);
  if (limit > all.length / 2) return { indices: all, before: 0 };
  const sorted = Float64Array.from(ranks).sort();
  const [least = NaN, most = NaN] = [sorted[from], sorted[from + limit - 1]];
  const isNear = (rank: number): boolean => compareRanks(rank, least) >= 0 && compareRanks(rank, most) <= 0;
  let before = from;
  while (before > 0 && compareRanks(sorted[before - 1] ?? NaN, least) === 0) before -= 1;
  return { indices: all.filter((index) => isNear(ranks[index] ?? NaN)), before };
}

function indicesOf({ length }: ArrayLike<unknown>): Uint32Array {
  const indices = new Uint32Array(length);
  for (let index = 0; index < length; index += 1) indices[index] = index;
  return indices;
}

function endsOf(
  indices: Uint32Array,
  compare: (a: number, b: number) => number,
): [first: number, last: number] {
  let [first = -1, last = -1] = [indices[0], indices[0]];
  for (const index of indices) {
    if (compare(index, first) < 0) first = index;
    if (compare(index, last) > 0) last = index;
  }
  return [first, last];
}

function placesOf(rows: Rows, keys: Uint32Array): Float64Array {
  const places = new Float64Array(keys.length * rows.terms);
  let chunk = -1;
  for (const [index, key] of keys.entries()) {
    const row = key % chunkRows;
    if (key - row !== chunk * chunkRows) rows.turnTo((chunk = (key - row) / chunkRows));
    for (let term = 0; term < rows.terms; term += 1) places[index * rows.terms + term] = rows.rank(row, term);
  }
  return places;
}

function pageOf(
  rows: Rows,
  { keys, places }: { readonly keys: ArrayLike<number>; readonly places: ArrayLike<number> },
  { offset, limit, endsOnly = false }: Page,
): number[] {
  const compareIn = (a: number, b: number, terms: number): number => {
    for (let term = 0; term < terms; term += 1) {
      const order = compareRanks(places[a * rows.terms + term] ?? NaN, places[b * rows.terms + term] ?? NaN);
      if (order !== 0) return order;
    }
    return 0;
  };
  const compare = (a: number, b: number): number => compareIn(a, b, rows.terms);
  const chosen = indicesOf(keys);
  partition(chosen, 0, offset, compare);
  partition(chosen, offset, offset + limit, compare);
  const page = chosen.subarray(offset, offset + limit);
  const [first, last] = endsOf(page, compare);
  // Rows equal to the first or last one may belong on the page instead.
  const isTied = (index: number): boolean =>
    page.length > 0 && (compareIn(index, first, rows.tied) === 0 || compareIn(index, last, rows.tied) === 0);
  const tiedBefore = chosen.subarray(0, offset).filter(isTied);
  const tiedAfter = chosen.subarray(offset + limit).filter(isTied);
  const key = (index: number): number => keys[index] ?? 0;
  const exactly = (a: number, b: number): number => {
    for (let term = 0; term < rows.terms; term += 1) {
      const order =
        compareRanks(places[a * rows.terms + term] ?? NaN, places[b * rows.terms + term] ?? NaN) ||
        rows.compareTexts(term, key(a), key(b));
      if (order !== 0) return order;
    }
    return 0;
  };
  const asked = endsOnly ? page.filter(isTied) : page.sort(compare);
  const sorted = [...tiedBefore, ...asked, ...tiedAfter]
    .sort(exactly)
    .slice(tiedBefore.length, tiedBefore.length + asked.length);
  const between = endsOnly ? page.filter((index) => !isTied(index)) : [];
  return [...sorted.slice(0, 1), ...between, ...sorted.slice(1)].map(key);
}

function placeOf(rows: Rows, row: number): SortKey {
  return Array.from({ length: rows.terms }, (_, term) => rows.rank(row, term));
}

function compareWith(rows: Rows, row: number, place: SortKey): number {
  for (let term = 0; term < rows.tied; term += 1) {
    const order = compareRanks(rows.rank(row, term), place[term] ?? NaN);
    if (order !== 0) return order;
  }
  return 0;
}

function comparePlaces(a: SortKey, b: SortKey): number {
  for (let term = 0; term < a.length; term += 1) {
    const order = compareRanks(a[term] ?? NaN, b[term] ?? NaN);
    if (order !== 0) return order;
  }
  return 0;
}

function compareRanks(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

/** Partitions an order at `at`, from `start` on, without sorting either side. */
function partition(
  items: Uint32Array,
  start: number,
  at: number,
  compare: (a: number, b: number) => number,
): void {
  let low = start;
  let high = items.length - 1;
  while (low < high && at > low && at <= high) {
    const pivot = items[(low + high) >>> 1] ?? 0;
    let left = low;
    let right = high;
    while (left <= right) {
      while (compare(items[left] ?? 0, pivot) < 0) left += 1;
      while (compare(items[right] ?? 0, pivot) > 0) right -= 1;
      if (left > right) break;
      const item = items[left] ?? 0;
      items[left] = items[right] ?? 0;
      items[right] = item;
      left += 1;
      right -= 1;
    }
    if (at <= right) high = right;
    else if (at >= left) low = left;
    else return;
  }
}

function memoized<Value>(read: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, read(key));
    return known.get(key) as Value;
  };
}
