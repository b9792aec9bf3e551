import { isGroup, type Filter, type Query } from '../../../../../../../preload/contract/query.ts';
import { makeRateLimit } from '../../../../../../../main/sample-service/http/rateLimit.ts';
import type { Trace, TracedTransaction } from './trace.ts';

/** A page as the service gives it, or how long it refuses. */
export type ModelAnswer =
  | { readonly status: 429; readonly retryAfterMs: number }
  | {
      readonly status: 200;
      readonly records: readonly TracedTransaction[];
      readonly resultCount: number;
      readonly pageCount: number;
    };

type Matches = (transaction: TracedTransaction) => boolean;

/** The service of a trace: what it has at a moment, under its limit of requests. */
export class ServiceModel {
  readonly #trace: Trace;
  readonly #limit;
  readonly #now: () => number;
  /** The moment of the request that is counted, and how many of the other client's are. */
  #moment = 0;
  #others = 0;
  /** What matches a filter, by day: made as transactions appear. */
  readonly #found = new Map<string, { upTo: number; days: Map<string, Day> }>();

  constructor(trace: Trace, perHour: number, now: () => number) {
    this.#trace = trace;
    this.#now = now;
    this.#moment = now();
    this.#limit = makeRateLimit(perHour, () => this.#moment);
  }

  /** Without a query it is something that no watchlist asks for. */
  answer(query: Query | null): ModelAnswer {
    const { others } = this.#trace;
    for (; (others[this.#others] ?? Infinity) <= this.#now(); this.#others += 1) {
      this.#moment = others[this.#others] ?? 0;
      this.#limit.take();
    }
    this.#moment = this.#now();
    const state = this.#limit.take();
    if (!state.allowed) return { status: 429, retryAfterMs: state.retryAfterSeconds * 1000 };
    if (query === null) return { status: 200, records: [], resultCount: 0, pageCount: 1 };
    const { fromDay, filter, hours } = split(query);
    const days = [...this.#daysOf(filter, fromDay)]
      .filter(([day]) => day >= fromDay)
      .map(([day, of]): [string, Day] => [day, hours === null ? of : withinHours(of, hours)]);
    const newest = query.sort?.field === 'timestamp';
    if (newest) days.sort(([a], [b]) => (a < b ? 1 : -1));
    const { page = 1, perPage = 25 } = query.pagination ?? {};
    const served = Math.min(perPage, 1000);
    const resultCount = days.reduce((sum, [, { of }]) => sum + of.length, 0);
    const records: TracedTransaction[] = [];
    if (newest) {
      let skip = (page - 1) * served;
      for (const [, day] of days) {
        const of = sorted(day);
        if (records.length >= served) break;
        if (skip >= of.length) {
          skip -= of.length;
          continue;
        }
        records.push(...of.slice(skip, skip + served - records.length));
        skip = 0;
      }
    } else {
      const all = days.flatMap(([, { of }]) => of).sort(byId);
      records.push(...all.slice((page - 1) * served, page * served));
    }
    return { status: 200, records, resultCount, pageCount: Math.max(1, Math.ceil(resultCount / served)) };
  }

  #daysOf(filter: Filter, fromDay: string): Map<string, Day> {
    const key = JSON.stringify(filter);
    const { transactions } = this.#trace;
    // Nothing appears before its day, and requests only ever go forward.
    const found = this.#found.get(key) ?? {
      upTo: firstAfter(transactions, Date.parse(fromDay)),
      days: new Map<string, Day>(),
    };
    this.#found.set(key, found);
    const matches = compile(filter);
    for (; found.upTo < transactions.length; found.upTo += 1) {
      const transaction = transactions[found.upTo];
      if (transaction === undefined || transaction.appearsAt > this.#now()) break;
      if (!matches(transaction)) continue;
      const day = found.days.get(transaction.day);
      if (day === undefined) found.days.set(transaction.day, { of: [transaction], isSorted: true });
      else {
        day.of.push(transaction);
        day.isSorted = false;
      }
    }
    return found.days;
  }
}

interface Day {
  readonly of: TracedTransaction[];
  isSorted: boolean;
}

function sorted(day: Day): readonly TracedTransaction[] {
  if (!day.isSorted) day.of.sort(byTime);
  day.isSorted = true;
  return day.of;
}

function firstAfter(transactions: readonly TracedTransaction[], moment: number): number {
  let [from, until] = [0, transactions.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((transactions[middle]?.appearsAt ?? Infinity) < moment) from = middle + 1;
    else until = middle;
  }
  return from;
}

const compiled = new WeakMap<Filter, Matches>();

/** A filter as a function. Of the language it knows what watchlists are made of here. */
export function compile(filter: Filter): Matches {
  const known = compiled.get(filter);
  if (known !== undefined) return known;
  const made = compileNow(filter);
  compiled.set(filter, made);
  return made;
}

function compileNow(filter: Filter): Matches {
  if (isGroup(filter)) {
    const members = filter.filters.map(compile);
    return filter.operator === 'or'
      ? (transaction) => members.some((matches) => matches(transaction))
      : (transaction) => members.every((matches) => matches(transaction));
  }
  const { operator, field, value } = filter;
  if (operator === 'in' && Array.isArray(value)) {
    const values = new Set(value);
    return ({ fields }) => values.has(fields[field] ?? null);
  }
  if (operator === 'equals') return ({ fields }) => fields[field] === value;
  if (field === 'timestamp' && typeof value === 'string')
    return operator === 'gte' ? ({ time }) => time >= value : ({ time }) => time < value;
  if (operator === 'gte') return ({ fields }) => Number(fields[field]) >= Number(value);
  throw new Error(`The model does not know ${operator}.`);
}

const everything: Filter = { operator: 'and', filters: [] };

/** A request of the plan: from a day on, what lists want, and in which hours. */
function split({ filter }: Query): { fromDay: string; filter: Filter; hours: Filter | null } {
  if (filter === undefined) throw new Error('Not a request of the plan.');
  if (!isGroup(filter)) return { fromDay: String(filter.value), filter: everything, hours: null };
  const [since, rest] = filter.filters;
  if (since === undefined || rest === undefined || isGroup(since))
    throw new Error('Not a request of the plan.');
  const fromDay = String(since.value);
  return JSON.stringify(rest).includes('"timestamp"')
    ? { fromDay, filter: everything, hours: rest }
    : { fromDay, filter: rest, hours: null };
}

export function asksForEverything(query: Query): boolean {
  return split(query).filter === everything;
}

function withinHours(day: Day, hours: Filter): Day {
  return { of: sorted(day).filter(compile(hours)), isSorted: true };
}

function byTime(a: TracedTransaction, b: TracedTransaction): number {
  return a.time < b.time ? 1 : a.time > b.time ? -1 : byId(a, b);
}

function byId(a: TracedTransaction, b: TracedTransaction): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Which lists a transaction belongs to. */
export function makeMatcher(
  lists: readonly { readonly id: string; readonly filter: Filter }[],
): (transaction: TracedTransaction) => readonly string[] {
  /** The lists that a value of a field may belong to. */
  const byValue = new Map<string, Set<{ id: string; matches: Matches }>>();
  const fields = new Set<string>();
  for (const { id, filter } of lists) {
    const list = { id, matches: compile(filter) };
    for (const { field, value } of choicesOf(filter)) {
      fields.add(field);
      const key = `${field} ${String(value)}`;
      byValue.set(key, (byValue.get(key) ?? new Set()).add(list));
    }
  }
  return (transaction) => {
    const found = new Set<string>();
    for (const field of fields) {
      const candidates = byValue.get(`${field} ${String(transaction.fields[field])}`);
      for (const { id, matches } of candidates ?? []) if (matches(transaction)) found.add(id);
    }
    return [...found];
  };
}

/** Values of which a transaction must have one; every list here has some. */
function choicesOf(filter: Filter): { field: string; value: unknown }[] {
  if (!isGroup(filter)) {
    if (filter.operator === 'equals') return [{ field: filter.field, value: filter.value }];
    return filter.operator === 'in' && Array.isArray(filter.value)
      ? filter.value.map((value) => ({ field: filter.field, value }))
      : [];
  }
  const members = filter.filters.map(choicesOf);
  return filter.operator === 'or' ? members.flat() : (members.find((of) => of.length > 0) ?? []);
}
