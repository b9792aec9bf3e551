import type { Filter } from '../../../../../../../preload/contract/query.ts';
import {
  importances,
  watchlistFilter,
  type Importance,
} from '../../../../../../../preload/contract/watchlists.ts';
import { walletSpellings } from '../../../../../../../preload/contract/walletAddresses.ts';
import { makeRandom, type Random } from '../../../../../../../main/sample-service/data/random.ts';

/** What happens in a month: transactions, and what stands in the way of fetching them. Times in milliseconds since 1970 UTC. */
export interface Trace {
  readonly start: number;
  readonly end: number;
  readonly lists: readonly TracedList[];
  /** In the order in which the service gets them. */
  readonly transactions: readonly TracedTransaction[];
  /** The service is down. */
  readonly outages: readonly Span[];
  /** The computer has no network, and the app knows. */
  readonly offline: readonly Span[];
  /** The app is not running; it was killed at the beginning, or ended. */
  readonly closed: readonly (Span & { readonly killed: boolean })[];
  /** The clock on the wall is set, by so much off the true time. */
  readonly clocks: readonly { readonly at: number; readonly offset: number }[];
  /** Requests of another client of the same organisation. */
  readonly others: readonly number[];
  /** Requests of the person in front of the window. */
  readonly person: readonly number[];
}

export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface TracedList {
  readonly id: string;
  readonly filter: Filter;
  readonly importance: Importance;
}

export interface TracedTransaction {
  readonly id: string;
  /** When it took place, in ISO 8601. */
  readonly time: string;
  readonly slot: string;
  readonly day: string;
  /** When the service has it: at once, or days later. */
  readonly appearsAt: number;
  readonly fields: Readonly<Record<string, string | number | null>>;
}

export interface TraceOptions {
  readonly seed: number;
  readonly days: number;
  readonly lists: number;
  /** Wallets in all, spread over a third of the lists. */
  readonly wallets: number;
  readonly transactionsADay: number;
  readonly lateDays: number;
  /** Requests an hour of the other client. */
  readonly othersAnHour: number;
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const tokens = 400;

export function makeTrace(options: TraceOptions): Trace {
  const random = makeRandom(options.seed, 77);
  const start = Date.UTC(2026, 2, 1, 9);
  const end = start + options.days * dayMs;
  const wallets = Array.from({ length: options.wallets }, (_, at) => address(at));
  const spans = (count: number, least: number, most: number): Span[] =>
    Array.from({ length: count }, () => {
      const from = Math.round(start + dayMs + random.next() * (end - start - 2 * dayMs));
      return { from, until: from + Math.round(least + random.next() * (most - least)) };
    });
  const scale = options.days / 30;
  const many = (count: number): number => Math.max(1, Math.round(count * scale));
  return {
    start,
    end,
    lists: makeLists(options, random, wallets),
    transactions: makeTransactions(options, random, wallets, start, end),
    outages: joined(spans(many(6), 10 * 60_000, 5 * hourMs)),
    offline: joined(spans(many(5), 20 * 60_000, 9 * hourMs)),
    closed: joined(spans(many(12), 60_000, 10 * hourMs)).map((span) => ({
      ...span,
      killed: random.chance(0.5),
    })),
    clocks: [
      { at: start + (end - start) * 0.3, offset: 3 * hourMs },
      { at: start + (end - start) * 0.4, offset: -7 * hourMs },
      { at: start + (end - start) * 0.5, offset: 2 * dayMs },
      { at: start + (end - start) * 0.6, offset: 0 },
    ],
    others: bursts(random, start, end, options.othersAnHour, 40),
    person: bursts(random, start, end, 3, 12),
  };
}

/** Requests in bursts of up to `most`, so many an hour on average. */
function bursts(random: Random, start: number, end: number, perHour: number, most: number): number[] {
  const moments: number[] = [];
  for (let at = start; at < end && perHour > 0;) {
    const size = 1 + Math.floor(random.next() * most);
    at += (2 * random.next() * size * hourMs) / perHour;
    for (let nth = 0; nth < size; nth += 1) moments.push(Math.round(at + nth * 2000));
  }
  return moments.filter((moment) => moment < end).sort((a, b) => a - b);
}

function makeLists(
  { lists, wallets: count }: TraceOptions,
  random: Random,
  wallets: readonly string[],
): TracedList[] {
  const ofWallets = Math.floor(lists / 3);
  const each = Math.floor(count / Math.max(1, ofWallets));
  return Array.from({ length: lists }, (_, at) => {
    const token = (): number => Math.floor(random.next() ** 2 * tokens);
    const kind = at % 3;
    const filter: Filter | undefined =
      kind === 0
        ? watchlistFilter({
            query: {},
            wallets: wallets
              .slice(Math.floor(at / 3) * each, (Math.floor(at / 3) + 1) * each)
              .map((one) => ({ address: one, chain: 'evm', side: 'either' })),
          })
        : kind === 1
          ? { operator: 'in', field: 'token_id', value: [token(), token(), token()] }
          : {
              operator: 'and',
              filters: [
                { operator: 'gte', field: 'usd_amount', value: 10 ** (4 + (at % 2)) },
                { operator: 'equals', field: 'token_id', value: token() },
              ],
            };
    return {
      id: `list ${at.toString()}`,
      filter: filter ?? { operator: 'equals', field: 'token_id', value: token() },
      importance: importances[at % 5 === 0 ? 2 : at % 7 === 0 ? 0 : 1] ?? 'normal',
    };
  });
}

function makeTransactions(
  { transactionsADay, lateDays }: TraceOptions,
  random: Random,
  wallets: readonly string[],
  start: number,
  end: number,
): TracedTransaction[] {
  const made: TracedTransaction[] = [];
  const add = (at: number, token: number): void => {
    const party = (): string =>
      random.chance(0.5) && wallets.length > 0
        ? spelled(wallets[Math.floor(random.next() ** 2 * wallets.length)] ?? '', random)
        : address(1_000_000 + Math.floor(random.next() * 1e6));
    // Some appear on a later day, none after the window.
    const isLate = random.chance(0.03);
    const lastMoment = Math.floor(at / dayMs) * dayMs + (lateDays + 1) * dayMs - 1;
    const appearsAt = Math.round(isLate ? at + random.next() * (lastMoment - at) : at);
    const time = new Date(at).toISOString();
    made.push({
      id: `1-0x${Math.floor(random.next() * 2 ** 48)
        .toString(16)
        .padStart(12, '0')}-${made.length.toString()}-0`,
      time,
      slot: time.slice(0, 15),
      day: time.slice(0, 10),
      appearsAt,
      fields: {
        token_id: token,
        usd_amount: Math.round(10 ** (random.next() * 7)),
        from_address: random.chance(0.1) ? null : party(),
        to_address: random.chance(0.1) ? null : party(),
      },
    });
  };
  for (let day = start; day < end; day += dayMs) {
    for (let nth = 0; nth < transactionsADay; nth += 1) {
      // By night there is half as much as by day.
      const hour = random.next() * 24;
      if (random.chance(0.33) && hour < 12) continue;
      add(day + hour * hourMs, Math.floor(random.next() ** 2 * tokens));
    }
    // A burst: one token, thousands of transactions within an hour.
    if (!random.chance(0.15)) continue;
    const at = day + random.next() * 23 * hourMs;
    const token = Math.floor(random.next() * 40);
    for (let nth = 0; nth < 2500; nth += 1) add(at + random.next() * hourMs, token);
  }
  return made.filter(({ appearsAt }) => appearsAt < end).sort((a, b) => a.appearsAt - b.appearsAt);
}

/** An address in one of the cases in which a service may write it. */
function spelled(wallet: string, random: Random): string {
  const spellings = walletSpellings(wallet);
  return spellings[Math.floor(random.next() * spellings.length)] ?? wallet;
}

/** Spans in order, those that touch as one. */
function joined(spans: readonly Span[]): Span[] {
  const result: { from: number; until: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else result.push({ ...span });
  }
  return result;
}

function address(at: number): string {
  return `0x${(at * 7919 + 1).toString(16).padStart(40, '0')}`;
}
