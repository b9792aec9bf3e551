import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ColumnSummary, SummaryRequest, Bin } from '../../../../preload/contract/columnSummary.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { figuresOf } from '../../../../preload/contract/numberFigures.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import { makeChunkPages } from '../../query/chunks/chunkPages.ts';
import { compileColumns } from '../../query/compile.ts';
import { filterTarget } from '../../query/fields.ts';
import { compareIds } from '../../query/order.ts';
import { orderSql } from '../../query/pageKeys.ts';
import { makeStatements } from '../../query/statements.ts';
import { cachedFields, cacheTable } from '../../records/resourceTables.ts';
import { countedOnce } from '../../records/twins.ts';
import { dayMs, hourMs } from '../../../../preload/contract/days.ts';

type Value = string | number;

const maxFrequent = 20;
const listSchema = z.array(z.union([z.string(), z.number()]));

type OfValues = Omit<LocalSummary, 'rows' | 'empty' | 'approximate' | 'twins'>;
type LocalSummary = Omit<ColumnSummary, 'completeAsOf'>;

/** Throws a `QueryProblem` for a wrong query, and a `FailureError` if it reads too much. */
export function makeColumnSummary(
  database: Database.Database,
  chunks = makeChunkPages(makeStatements(database)),
): (request: SummaryRequest) => LocalSummary {
  return ({ resource, query, fields, rows }) => {
    const table = cacheTable(resources[resource]);
    const options = cachedFields(database);
    const compiled = compileColumns(table, { query, fields }, options, filterTarget);
    const { columns } = compiled;
    // A selection's cells are those on screen, so twins count.
    const { where, parameters, twins, left } =
      rows === undefined ? countedOnce(database, table, compiled) : { ...compiled, left: new Set<number>() };
    const from = `FROM ${table.name} r WHERE ${where}`;
    const matches = rows === undefined ? chunks.matches(table, query, options) : null;
    // Counts the rows of a selection while reading: counting all matches takes longer.
    const { start, end } = rows ?? {
      start: 0,
      end: matches?.count ?? Number(database.prepare(`SELECT count(*) ${from}`).pluck().get(parameters)),
    };
    const asked = Math.max(0, end - start);
    if (asked * columns.length > maxCells) throw tooManyCells;
    const matching = matches?.keys() ?? null;
    const keys =
      rows === undefined
        ? left.size === 0
          ? matching
          : (matching?.filter((key) => !left.has(key)) ?? null)
        : chunks.keys(table, query, compiled.order(), options, {
            offset: start,
            limit: asked,
            endsOnly: true,
          });
    const stored = columns.flatMap(({ column }) => column ?? []);
    const ofChunks =
      keys !== null && stored.length === columns.length ? chunks.values(table, stored, keys) : null;
    const found = ofChunks ?? cellsBySql(keys);
    const { cells, numbers, texts } = split(found, asked * columns.length);
    const textCount = [...texts.values()].reduce((sum, times) => sum + times, 0);
    const count = numbers.length + textCount;
    const common = {
      rows: cells / columns.length,
      empty: cells - count,
      approximate: columns.some(
        ({ column }) => column !== null && options.hasRests?.(table, column) === true,
      ),
      ...(twins && { twins }),
    };
    const are = (comparisons: readonly string[]): boolean =>
      columns.every(({ comparison }) => comparisons.includes(comparison));
    if (are(['nested'])) {
      const present = textCount - (texts.get('null') ?? 0);
      return { ...common, ...nothing, empty: cells - present, count: present, distinct: null };
    }
    if (are(['id-list', 'text-list', 'any-text'])) return { ...common, ...ofLists(texts, common.empty) };
    const areMoments = are(['date', 'datetime']);
    if (texts.size === 0 && (areMoments || are(['number', 'untyped'])))
      return { ...common, ...ofNumbers(numbers, areMoments ? { timed: are(['datetime']) } : null) };
    return { ...common, ...ofCounts(counted(texts, numbers)) };

    function cellsBySql(known: Iterable<number> | null): Iterable<unknown> {
      const by = rows === undefined ? '' : `ORDER BY ${orderSql(compiled.order(), { mark: '' })}`;
      const select = `SELECT ${columns.map(({ sql }) => sql).join(', ')}`;
      const statement = database.prepare(
        known === null || rows === undefined
          ? `${select} ${from} ${by} LIMIT :limit OFFSET :offset`
          : `${select} FROM json_each(:keys) k CROSS JOIN ${table.name} r ON r._key = k.value`,
      );
      const bound =
        known === null || rows === undefined
          ? { ...parameters, limit: asked, offset: start }
          : { ...parameters, keys: JSON.stringify([...known]) };
      if (asked * columns.length > cellsAtOnce) return steadily(database, statement.raw().iterate(bound));
      return columns.length === 1 ? [statement.pluck().all(bound)] : statement.raw().all(bound);
    }
  };
}

/** Maximum number of cells; their numbers take 160 MB. */
const maxCells = 20_000_000;
const tooManyCells = new FailureError({
  code: 'bad-arguments',
  message: 'These are more than 20 million cells. Select fewer rows or columns, or filter the list.',
});

/** Cells read at once, in half the time of row by row; at most about 100 MB. */
const cellsAtOnce = 1_000_000;
const rowsBetweenChecks = 1000;

/** Returns the same rows; ends if the work is canceled, because sorted rows have no checks. */
function* steadily(database: Database.Database, rows: Iterable<unknown>): Generator<unknown, void> {
  const check = database.prepare('SELECT rwa_throw_if_canceled()');
  let read = 0;
  for (const row of rows) {
    read += 1;
    if (read % rowsBetweenChecks === 0) check.get();
    yield row;
  }
}

/** Counts list elements (at most `most`) and texts, and collects numbers. NaN is no value. */
function split(
  parts: Iterable<unknown>,
  most: number,
): { cells: number; numbers: Float64Array; texts: ReadonlyMap<string, number> } {
  const numbers = new Float64Array(most);
  const texts = new Map<string, number>();
  let [cells, found] = [0, 0];
  for (const part of parts) {
    if (!Array.isArray(part) && !(part instanceof Float64Array)) continue;
    cells += part.length;
    for (const cell of part as ArrayLike<unknown> & Iterable<unknown>) {
      if (typeof cell === 'number' && !Number.isNaN(cell)) {
        numbers[found] = cell;
        found += 1;
      } else if (typeof cell === 'string') texts.set(cell, (texts.get(cell) ?? 0) + 1);
    }
  }
  return { cells, numbers: numbers.subarray(0, found), texts };
}

const nothing = { smallest: null, largest: null, figures: null, histogram: null, frequent: [] } as const;

/** @param moments for numbers that are milliseconds; null for figures */
function ofNumbers(numbers: Float64Array, moments: { readonly timed: boolean } | null): OfValues {
  const figures = figuresOf(numbers);
  if (figures === null) return { ...nothing, count: 0, distinct: 0 };
  const { distinct, smallest, largest } = figures;
  const linear = moments === null ? linearBins(numbers) : calendarBins(numbers, moments.timed);
  const logarithmic = moments === null ? logarithmicBins(numbers) : null;
  const { offer, most: frequent } = makeRanking();
  for (let start = 0, end = 1; end <= numbers.length; end += 1) {
    if (numbers[end] === numbers[start]) continue;
    offer((numbers[start] ?? 0) + 0, end - start);
    start = end;
  }
  const histogram = { linear, logarithmic };
  return { count: numbers.length, distinct, smallest, largest, figures, histogram, frequent };
}

function ofCounts(counts: ReadonlyMap<Value, number>): OfValues {
  const [first = null] = counts.keys();
  let [smallest, largest]: [Value | null, Value | null] = [first, first];
  const { offer, most: frequent } = makeRanking();
  let count = 0;
  for (const [value, records] of counts) {
    count += records;
    offer(value, records);
    if (compareIds(value, smallest ?? value) < 0) smallest = value;
    if (compareIds(value, largest ?? value) > 0) largest = value;
  }
  return { ...nothing, count, distinct: counts.size, smallest, largest, frequent };
}

/** Returns the elements of lists, which are JSON texts. An empty list counts as empty. */
function ofLists(
  texts: ReadonlyMap<string, number>,
  missing: number,
): OfValues & Pick<ColumnSummary, 'empty'> {
  const elements = new Map<Value, number>();
  let empty = missing;
  for (const [text, count] of texts) {
    const list = listSchema.parse(JSON.parse(text));
    if (list.length === 0) empty += count;
    for (const one of list) elements.set(one, (elements.get(one) ?? 0) + count);
  }
  return { ...ofCounts(elements), empty };
}

function counted(texts: ReadonlyMap<string, number>, numbers: Float64Array): ReadonlyMap<Value, number> {
  if (numbers.length === 0) return texts;
  const counts = new Map<Value, number>(texts);
  for (const value of numbers) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Ranks values by frequency, with callbacks: a generator of pairs would take most of the time. */
function makeRanking(): { offer: (value: Value, count: number) => void; most: ColumnSummary['frequent'] } {
  const most: { value: Value; count: number }[] = [];
  const isBefore = (value: Value, count: number, other: { value: Value; count: number }): boolean =>
    count > other.count || (count === other.count && compareIds(value, other.value) < 0);
  return {
    most,
    offer(value, count) {
      const last = most[maxFrequent - 1];
      if (last !== undefined && !isBefore(value, count, last)) return;
      const place = most.findIndex((other) => isBefore(value, count, other));
      most.splice(place === -1 ? most.length : place, 0, { value, count });
      most.length = Math.min(most.length, maxFrequent);
    },
  };
}

const maxBins = 40;

function linearBins(sorted: Float64Array): Bin[] {
  const [smallest, largest] = ends(sorted);
  const least = largest / (maxBins - 2) - smallest / (maxBins - 2);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((width) => width >= least);
  // Numbers too close to each other, or too small, have no round edges between them.
  if (step === undefined || !(step > 0) || Math.abs(largest) / step > 2 ** 50) return binsBetween(sorted, []);
  const first = Math.floor(smallest / step);
  const parts = step < 1 ? Math.round(1 / step) : Infinity;
  const edge = (place: number): number =>
    Number.isFinite(parts) ? (first + place) / parts : (first + place) * step;
  return binsBetween(sorted, edgesFrom(edge, largest));
}

/** Edges grow by factors; values up to zero are one bin. Null if nothing is above zero. */
function logarithmicBins(sorted: Float64Array): Bin[] | null {
  const [, largest] = ends(sorted);
  const smallest = sorted.find((value) => value > 0);
  if (smallest === undefined) return null;
  const first = Math.floor(Math.log10(smallest));
  const decades = Math.floor(Math.log10(largest)) - first + 1;
  const marks = decades * 3 < maxBins - 1 ? [1, 2, 5] : [1];
  const skip = Math.ceil((decades * marks.length) / (maxBins - 3));
  const edges = edgesFrom((place) => {
    const at = place * (marks.length === 1 ? skip : 1);
    return Number(
      `${(marks[at % marks.length] ?? 1).toString()}e${(first + Math.floor(at / marks.length)).toString()}`,
    );
  }, largest);
  return binsBetween(sorted, edges);
}

/** Returns bins of days to years for ascending moments; also of hours if `timed`. */
export function calendarBins(sorted: Float64Array, timed: boolean): Bin[] {
  const [smallest, largest] = ends(sorted);
  const days = (largest - smallest) / dayMs;
  const from = new Date(smallest);
  const year = from.getUTCFullYear();
  const inMonths = (months: number) => (place: number) =>
    startOfMonth(year, Math.floor(from.getUTCMonth() / months) * months + place * months);
  const inSteps = (ms: number, start: number) => (place: number) => start + place * ms;
  const today = Math.floor(smallest / dayMs);
  const hour = Math.floor(smallest / hourMs) * hourMs;
  const most = maxBins - 2;
  const years = Math.max(1, Math.ceil(days / 365 / most));
  const edge =
    timed && days * 24 <= most
      ? inSteps(hourMs, hour)
      : days <= most
        ? inSteps(dayMs, today * dayMs)
        : days <= most * 7
          ? // Weeks begin on Monday; 1 January 1970 was a Thursday.
            inSteps(7 * dayMs, (today - ((((today + 3) % 7) + 7) % 7)) * dayMs)
          : days <= most * 30
            ? inMonths(1)
            : days <= most * 91
              ? inMonths(3)
              : (place: number) => startOfMonth(Math.floor(year / years) * years + place * years, 0);
  return binsBetween(sorted, edgesFrom(edge, largest));
}

/** Milliseconds since 1970 UTC. `Date.UTC` maps the years 0 to 99 to the 1900s. */
function startOfMonth(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

function edgesFrom(edge: (place: number) => number, largest: number): number[] {
  const edges = [edge(0)];
  while ((edges.at(-1) ?? Infinity) <= largest && edges.length <= maxBins) edges.push(edge(edges.length));
  return edges;
}

function binsBetween(sorted: Float64Array, edges: readonly number[]): Bin[] {
  const finite = edges.filter((edge) => Number.isFinite(edge));
  const places = [0, ...finite.map((edge) => placeOf(sorted, edge)), sorted.length];
  const bins = [null, ...finite].map((from, place) => ({
    from,
    to: finite[place] ?? null,
    count: (places[place + 1] ?? 0) - (places[place] ?? 0),
  }));
  const first = bins.findIndex(({ count }) => count > 0);
  return bins.slice(first, bins.findLastIndex(({ count }) => count > 0) + 1);
}

function placeOf(sorted: Float64Array, edge: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < edge) low = middle + 1;
    else high = middle;
  }
  return low;
}

function ends(sorted: Float64Array): [number, number] {
  return [sorted[0] ?? 0, sorted[sorted.length - 1] ?? 0];
}
