import type Database from 'better-sqlite3';
import { z } from 'zod';
import { dayMs } from '../../../preload/contract/days.ts';
import { fieldsOf } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import type { TransactionKind } from '../../../preload/contract/transactionKinds.ts';
import { walletKey } from '../../../preload/contract/walletAddresses.ts';
import { daysTable } from '../query/aggregateTables.ts';
import type { AggregateFunction } from '../query/aggregateTerms.ts';
import type { SqlValue } from '../query/columns.ts';
import { compileMatch } from '../query/match.ts';
import { startOfPeriod } from '../../../preload/contract/periods.ts';
import { QueryProblem } from '../query/problems.ts';
import { splitDays } from '../query/splitDays.ts';
import { installKinds, kindSql } from '../watch/kindFunctions.ts';
import type { Completeness, Mark } from './completeness.ts';
import { cacheTable } from './resourceTables.ts';
import type { FigureReader } from './sumDays.ts';

/** Figures of tokens that follow from their synced transactions, day by day. Days are counted from 1970-01-01 UTC. */

/** How a figure follows from the transactions of a token. */
interface MovedMeasure {
  /** Null for transactions of any kind. */
  readonly kind: TransactionKind | null;
  readonly of: 'count' | 'dollars' | 'addresses';
  /** The first day that counts for the figure of a day. */
  readonly begin: (day: number) => number;
}

const ofDay = (day: number): number => day;
const ofMonth = (day: number): number => startOfPeriod('month', day);

/** By the name of the metric. */
const movedMeasures: ReadonlyMap<string, MovedMeasure> = new Map<string, MovedMeasure>([
  ['daily_transfer_volume_dollar', { kind: 'other', of: 'dollars', begin: ofDay }],
  ['daily_mints_dollar', { kind: 'mint', of: 'dollars', begin: ofDay }],
  ['daily_burns_dollar', { kind: 'burn', of: 'dollars', begin: ofDay }],
  ['number_of_daily_transactions_count', { kind: null, of: 'count', begin: ofDay }],
  ['daily_active_addresses_count', { kind: null, of: 'addresses', begin: ofDay }],
  ['monthly_active_addresses_count', { kind: null, of: 'addresses', begin: ofMonth }],
  ['monthly_transfer_volume', { kind: 'other', of: 'dollars', begin: ofMonth }],
  ['monthly_transfer_count', { kind: 'other', of: 'count', begin: ofMonth }],
  ['trailing_30_day_transfer_volume', { kind: 'other', of: 'dollars', begin: (day) => day - 29 }],
]);

/** Days before a day that can count for its figure. */
const longestSpan = 31;

/** True for a measure that follows from synced transactions. */
export function isMoved(measureSlug: string): boolean {
  return movedMeasures.has(measureSlug);
}

const tokenFields = ['token_id', 'asset_id', 'asset_class_id', 'network_id', 'protocol_id'] as const;

/** A token by the fields of transactions that a sync can be narrowed to. */
export type MovedToken = Readonly<Record<(typeof tokenFields)[number], string | number | null>>;

/** What synced transactions tell. */
export interface Movements {
  /** The first day with a transaction of one of these tokens; Infinity without any. */
  first(tokens: readonly MovedToken[]): number;
  /** True where the transactions of a day were synced, of some tokens at least. */
  covers(day: number): boolean;
  /** When the oldest of the syncs began, in milliseconds since 1970 UTC. */
  readonly asOf: number;
  /** Reads a figure of a token on the days from `from` on. */
  read(
    measureSlug: string,
    from: number,
    aggregateFunction: AggregateFunction,
  ): (token: MovedToken) => FigureReader;
}

const firstsSchema = z.array(z.tuple([z.union([z.string(), z.number()]).nullable(), z.number().nullable()]));
const movesSchema = z.tuple([z.union([z.string(), z.number()]), z.number(), z.number().nullable()]);
const partiesSchema = z.tuple([
  z.union([z.string(), z.number()]),
  z.number(),
  z.string().nullable(),
  z.string().nullable(),
  z.string(),
]);

/** The values of a token on the days with transactions, in order. */
interface Moves {
  readonly days: number[];
  readonly values: number[];
}

const none: Moves = { days: [], values: [] };

/**
 * Reads what the synced transactions of tokens tell. A day counts where a finished sync has all transactions of the token up to its
 * end; on others the figure is unknown, never zero. The function returns null where no sync covers it.
 *
 * Rule: data service interface, "What the service does": stablecoins have no transactions.
 */
export function makeMovements(
  database: Database.Database,
  completeness: Completeness,
): (today: number, earliest: number) => Movements | null {
  const transactions = cacheTable(resources.transactions);
  const tokens = cacheTable(resources.tokens);
  const day = `(r."date" / ${dayMs.toString()})`;
  installKinds(database);
  const firsts = database
    .prepare(`SELECT r.token_id, min(${day}) FROM ${transactions.name} r GROUP BY r.token_id`)
    .raw();
  const ofUnknownTokens = database
    .prepare(
      `SELECT DISTINCT ${day} FROM ${transactions.name} r
       WHERE NOT EXISTS (SELECT 1 FROM ${tokens.name} t WHERE t.id = r.token_id)`,
    )
    .pluck();
  const kinds = `kinds AS MATERIALIZED (
      SELECT b.key, ${kindSql('b.content')} AS type, b.content ->> '$.token.address' AS token FROM ${transactions.bodies} b
    )`;
  const kind = 'coalesce(k.type, rwa_kind_of_parties(r.from_address, r.to_address, k.token))';
  const moves = database
    .prepare(
      `WITH ${kinds}
       SELECT r.token_id, ${day}, CASE
         WHEN :of = 'count' THEN count(*)
         WHEN count(*) = count(r.usd_amount) THEN sum(r.usd_amount)
       END
       FROM ${transactions.name} r JOIN kinds k ON k.key = r._body
       WHERE r."date" >= :from AND r.token_id IS NOT NULL AND (:kind IS NULL OR ${kind} = :kind)
       GROUP BY r.token_id, ${day} ORDER BY r.token_id, ${day}`,
    )
    .raw();
  const parties = database
    .prepare(
      `WITH ${kinds}
       SELECT r.token_id, ${day}, r.from_address, r.to_address, ${kind}
       FROM ${transactions.name} r JOIN kinds k ON k.key = r._body
       WHERE r."date" >= :from AND r.token_id IS NOT NULL ORDER BY r.token_id, r."date"`,
    )
    .raw();

  function readMoves({ kind: wanted, of }: MovedMeasure, from: number): Map<string, Moves> {
    const found = new Map<string, Moves>();
    for (const row of moves.iterate({ of, kind: wanted, from: from * dayMs })) {
      const [token, on, value] = movesSchema.parse(row);
      const ofToken = movesOf(found, token);
      ofToken.days.push(on);
      ofToken.values.push(value ?? NaN);
    }
    return found;
  }

  /** How many addresses took part from the first day that counts to each day with a transaction. */
  function readParties({ begin }: MovedMeasure, from: number): Map<string, Moves> {
    const found = new Map<string, Moves>();
    let period = '';
    let seen = new Set<string>();
    for (const row of parties.iterate({ from: from * dayMs })) {
      const [token, on, sender, recipient, what] = partiesSchema.parse(row);
      const current = `${String(token)} ${begin(on).toString()}`;
      if (current !== period) seen = new Set();
      period = current;
      if (sender !== null && what !== 'mint') seen.add(walletKey(sender));
      if (recipient !== null && what !== 'burn') seen.add(walletKey(recipient));
      const { days, values } = movesOf(found, token);
      if (days.at(-1) !== on) days.push(on);
      values[days.length - 1] = seen.size;
    }
    return found;
  }

  return (today, earliest) => {
    const synced = completeness.marks('transactions').flatMap((mark) => syncedDays(mark, earliest) ?? []);
    if (synced.length === 0) return null;
    const firstDays = new Map(
      firstsSchema.parse(firsts.all()).map(([id, first]) => [String(id), first ?? Infinity]),
    );
    // Transactions of tokens that are not cached belong to a group that nobody knows.
    const foreign = new Set(ofUnknownTokens.all());
    const coverages = new Map<string, Coverage>();

    function coverageOf(token: MovedToken, from: number): Coverage {
      const values = transactions.columns.map(({ name }) => memberOf(token, name));
      const ofToken = synced.filter(({ matches }) => matches(values));
      const key = ofToken.map((one) => synced.indexOf(one)).join(' ');
      const known = coverages.get(key) ?? joinSyncs(ofToken, foreign, from, today);
      coverages.set(key, known);
      return known;
    }

    return {
      asOf: Math.min(...synced.map(({ asOf }) => asOf)),
      first: (wanted) =>
        wanted.reduce(
          (least, { token_id: id }) => Math.min(least, firstDays.get(String(id)) ?? Infinity),
          Infinity,
        ),
      covers: (on) => !foreign.has(on) && synced.some((one) => one.covers(on)),
      read(slug, firstDay, aggregateFunction) {
        const measure = movedMeasures.get(slug);
        if (measure === undefined) throw new Error(`Transactions do not tell ${slug}.`);
        const from = firstDay - longestSpan;
        coverages.clear();
        const found = measure.of === 'addresses' ? readParties(measure, from) : readMoves(measure, from);
        return (token) => {
          if (token.asset_class_id === stablecoins) return () => 'unknown';
          const id = String(token.token_id);
          return movedReader(measure, found.get(id) ?? none, {
            ...coverageOf(token, from),
            first: firstDays.get(id) ?? Infinity,
            isSum: aggregateFunction === 'sum',
          });
        };
      },
    };
  };
}

/** The asset class without transactions. Rule: service notes, "Scale". */
const stablecoins = 28;

function memberOf(token: MovedToken, name: string): SqlValue {
  const field = tokenFields.find((known) => known === name);
  return field === undefined ? null : token[field];
}

function movesOf(found: Map<string, Moves>, token: string | number): Moves {
  const known = found.get(String(token)) ?? { days: [], values: [] };
  found.set(String(token), known);
  return known;
}

/** Which transactions a finished sync has. */
interface SyncedDays {
  readonly asOf: number;
  /** True for the values of a transaction whose token it was narrowed to. */
  matches(values: readonly SqlValue[]): boolean;
  covers(day: number): boolean;
  /** The last day up to which every day since the earliest is covered. */
  readonly wholeUntil: number;
}

/** Null for a sync that has but some of the transactions of a token on a day, or of which that cannot be determined. */
function syncedDays({ filter, asOf }: Mark, earliest: number): SyncedDays | null {
  try {
    const { members, days } = splitDays(filter ?? { filters: [] });
    if (!fieldsOf(members).every((name) => tokenFields.some((known) => known === name))) return null;
    const matches = compileMatch(cacheTable(resources.transactions), members);
    const isRequestedDay = compileMatch(daysTable, days);
    if (matches === null || isRequestedDay === null) return null;
    // The day of the sync itself was not over.
    const end = Math.floor(asOf / dayMs);
    const covers = (day: number): boolean =>
      day < end && isRequestedDay(daysTable.columns.map(() => day * dayMs));
    let wholeUntil = earliest - 1;
    while (covers(wholeUntil + 1)) wholeUntil += 1;
    return { asOf, matches, covers, wholeUntil };
  } catch (error) {
    if (error instanceof QueryProblem) return null;
    throw error;
  }
}

/** What syncs have together of the transactions of a token. */
interface Coverage {
  readonly wholeUntil: number;
  /** True where each day from one to another is covered. */
  coversAll(first: number, last: number): boolean;
}

function joinSyncs(
  syncs: readonly SyncedDays[],
  foreign: ReadonlySet<unknown>,
  from: number,
  today: number,
): Coverage {
  const missing = new Int32Array(Math.max(0, today - from + 2));
  for (let day = from; day <= today; day += 1) {
    const isCovered = !foreign.has(day) && syncs.some((one) => one.covers(day));
    missing[day - from + 1] = (missing[day - from] ?? 0) + (isCovered ? 0 : 1);
  }
  return {
    wholeUntil: Math.max(-Infinity, ...syncs.map(({ wholeUntil }) => wholeUntil)),
    coversAll: (first, last) => missing[first - from] === missing[last - from + 1],
  };
}

/** Reads the figure of a token: it begins with the first transaction. */
function movedReader(
  { begin, of }: MovedMeasure,
  { days, values }: Moves,
  { first, isSum, wholeUntil, coversAll }: Coverage & { readonly first: number; readonly isSum: boolean },
): FigureReader {
  // Nothing was before it, where every day up to it was synced.
  const isFirst = first <= wholeUntil + 1;
  let end = 0;
  return (day) => {
    if (day < first && day <= wholeUntil) return 'absent';
    const start = isFirst ? Math.max(begin(day), first) : begin(day);
    if (!coversAll(start, day)) return 'unknown';
    // Whether a token without a transaction so far was there matters, unless figures are summed up.
    if (day < first && !isSum) return 'unknown';
    if (first === Infinity) return 'absent';
    while ((days[end] ?? Infinity) <= day) end += 1;
    let value = 0;
    for (let position = end - 1; position >= 0 && (days[position] ?? 0) >= start; position -= 1) {
      value += values[position] ?? 0;
      // The last of the addresses has counted those before it.
      if (of === 'addresses') break;
    }
    return Number.isNaN(value) ? 'absent' : value;
  };
}
