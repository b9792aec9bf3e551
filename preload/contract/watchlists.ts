import { z } from 'zod';
import { call, event, connectionId, fieldNames, ticket } from './call.ts';
import type { AddressLabel } from './annotations.ts';
import { daySchema } from './history.ts';
import { querySchema, resolvedQuerySchema } from './querySchema.ts';
import { type Condition, type Filter } from './query.ts';
import type { RecordListText } from './records.ts';
import type { Twins } from './twins.ts';
import { type WalletSide, chainForms, walletSides, walletSpellings } from './walletAddresses.ts';

/**
 * Watchlists: transactions that the user follows. A list is a query on the transactions of one connection, the same query
 * object as everywhere, and wallets; a transaction belongs to it where both match (`watchlistFilter`).
 */

/** More is refused with a sentence. Wallets are counted over all lists, transactions are those in the cache of a connection. */
export const watchLimits = { lists: 200, wallets: 5_000, transactions: 10_000_000 } as const;

/** Names of colors; the window knows what they look like. */
export const watchlistColors = [
  'grey',
  'blue',
  'teal',
  'green',
  'yellow',
  'orange',
  'red',
  'violet',
] as const;
export type WatchlistColor = (typeof watchlistColors)[number];

export const watchlistId = z.string().min(1).max(100);

/** A wallet of a list. `address` is in the spelling of its chain, its case preserved; its label is that of the address everywhere. */
export const walletSchema = z.strictObject({
  address: z.string().trim().min(1).max(200),
  chain: z.enum(chainForms),
  side: z.enum(walletSides).default('either'),
});
export type Wallet = z.infer<typeof walletSchema>;

/** What makes a list, without when and under which id it is stored. */
export const watchlistContentSchema = z.strictObject({
  /** Identifiers in rules are those of this connection's service. */
  connectionId,
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name for the list.')
    .max(100, 'The name of a list has at most 100 characters.'),
  color: z.enum(watchlistColors).default('blue'),
  note: z.string().max(2000, 'A note has at most 2,000 characters.').default(''),
  /** A list that is off is neither fetched nor matched; what it has stays. */
  on: z.boolean().default(true),
  /** On transactions; of it only the filter counts. */
  query: querySchema,
  /** None: any wallet. */
  wallets: z
    .array(walletSchema)
    .max(watchLimits.wallets, 'A list has at most 5,000 wallets. Remove some, or watch them in another list.')
    .default([]),
});
export type WatchlistContent = z.infer<typeof watchlistContentSchema>;

export const watchlistSchema = watchlistContentSchema.extend({
  id: watchlistId,
  /** In milliseconds since 1970 UTC. */
  createdAt: z.number(),
  changedAt: z.number(),
});
export type Watchlist = z.infer<typeof watchlistSchema>;

/** Wallets as JSON text: with each change of a form thousands of objects would take longer to cross the bridge than a key may. */
const walletsText = z
  .string()
  .max(2_000_000, 'The wallets are larger than 2 MB.')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('The wallets are not JSON.');
      return z.NEVER;
    }
  })
  .pipe(z.array(walletSchema.pick({ address: true, side: true })).max(watchLimits.wallets));

/** A list with what is known of its transactions. Times in milliseconds since 1970 UTC. */
export interface WatchlistState {
  readonly list: Watchlist;
  /** Transactions of the list in the cache, and those of them not yet read. */
  readonly count: number;
  readonly unread: number;
  /** The time of its latest transaction; null where there is none. */
  readonly latestAt: number | null;
  /** When all that its rules of today ask for was fetched for the first time; null before that. */
  readonly syncedAt: number | null;
  /** When the service last answered for it. */
  readonly checkedAt: number | null;
}

/** What was read of a pasted or imported text of wallets. */
export interface WalletsRead {
  wallets: Wallet[];
  /** What the text calls them, where it does. */
  labels: AddressLabel[];
  /** What cannot be read, by line, counted from 1: the first 200. `message`: one sentence with what to do. */
  errors: { line: number; text: string; message: string }[];
  /** The numbers of all lines that cannot be read. */
  errorLines: number[];
  /** Lines that name a wallet again. */
  repeated: number;
}

/**
 * All that a list asks for, in the one query language: its own filter, and one of its wallets on the side it is watched on.
 * Undefined where the list has neither.
 */
export function watchlistFilter({
  query,
  wallets,
}: Pick<WatchlistContent, 'query'> & {
  readonly wallets: readonly Pick<Wallet, 'address' | 'side'>[];
}): Filter | undefined {
  const parties = walletConditions(wallets);
  const ofWallets: Filter | undefined =
    parties.length > 1 ? { operator: 'or', filters: parties } : parties[0];
  const { filter } = query;
  if (filter === undefined || ofWallets === undefined) return filter ?? ofWallets;
  return { operator: 'and', filters: [filter, ofWallets] };
}

/** `from_address in […]` and `to_address in […]`; one of them must hold. Empty where there are no wallets. */
export function walletConditions(wallets: readonly Pick<Wallet, 'address' | 'side'>[]): Condition[] {
  const spelled = wallets.map(({ address, side }) => ({ side, spellings: walletSpellings(address) }));
  const of = (one: WalletSide): string[] => [
    ...new Set(
      spelled.flatMap(({ side, spellings }) => (side === one || side === 'either' ? spellings : [])),
    ),
  ];
  return (['from', 'to'] as const).flatMap((side) => {
    const value = of(side);
    return value.length === 0 ? [] : [{ field: `${side}_address`, operator: 'in', value }];
  });
}

/** Sums of transactions in US dollars; transactions without a value in dollars are counted in `unpriced` and summed nowhere. */
export interface Flow {
  readonly count: number;
  readonly dollars: number;
}

/** The figures of a list, all from the cache. */
export interface WatchlistFigures {
  readonly count: number;
  readonly unpriced: number;
  /** Transfers that came twice and count once; left out where there are none. */
  readonly twins?: Twins;
  /** All transactions, mints, burns, and mints less burns in US dollars. */
  readonly volume: number;
  readonly minted: Flow;
  readonly burned: Flow;
  readonly netMinted: number;
  /** The first and last day with a transaction; null where there is none. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** For each wallet of the list, in its order: what reached it and what left it. */
  readonly wallets: { address: string; in: Flow; out: Flow; net: number }[];
  /** Those on the other side: for a list with wallets what came from them and went to them, else all senders and recipients. The largest first. */
  readonly counterparties: { address: string; from: Flow; to: Flow; dollars: number }[];
  /** Days with transactions, the first first. `in` and `out` as the wallets of the list see them; 0 where it has none. */
  readonly days: {
    day: string;
    count: number;
    dollars: number;
    minted: number;
    burned: number;
    in: number;
    out: number;
  }[];
  /** When the service last answered for the list. */
  readonly checkedAt: number | null;
}

/** What has happened to a list. Times in milliseconds since 1970 UTC. */
export const watchlistEventSchema = z.object({
  at: z.number(),
  /**
   * `made`, `changed` (its rules), `synced` (all of it was fetched for the first time), `arrived` (`count` new transactions),
   * `cached` (`count` were found in the cache), `late` (`count` arrived for days that had been looked at before).
   */
  kind: z.enum(['made', 'changed', 'synced', 'arrived', 'cached', 'late']),
  count: z.int(),
});
export type WatchlistEvent = z.infer<typeof watchlistEventSchema>;

/** What it costs to check lists once. */
export interface CheckCost {
  /** Requests, where each answer has one page. */
  readonly requests: number;
  /** Requests an hour that watchlists may spend. */
  readonly perHour: number;
  /** From one check to the next: longer than the setting says where the requests of an hour do not suffice. */
  readonly everyMs: number;
}

/** Watchlists. */
export const watchlistCalls = {
  /** Those of a connection, by name. `notices`: lists that could not be read, in sentences. */
  listWatchlists: call({ connectionId }).returns<{
    lists: WatchlistState[];
    /** Lists and wallets there are over all connections, see `watchLimits`. */
    used: { lists: number; wallets: number };
    notices: string[];
  }>(),
  /**
   * Keeps a list: a new one without `id`, else in place of the one with this id. What is in the cache belongs to it at once,
   * as read. Refused as `bad-arguments` with a sentence: no rule and no wallet, a wallet that is not one of its chain, too
   * many lists or wallets.
   */
  saveWatchlist: call({ id: watchlistId.optional(), content: watchlistContentSchema }).returns<Watchlist>(),
  /** Removes lists with their alerts, marks and history; their transactions stay in the cache. */
  removeWatchlists: call({ ids: z.array(watchlistId).min(1).max(200) }).returns<undefined>(),
  /** How many cached transactions rules would match, and what watching them would cost; asks nothing. */
  countWatchlist: call({
    content: watchlistContentSchema
      .pick({ connectionId: true, query: true })
      .extend({ wallets: walletsText }),
  }).returns<{ count: number; cost: CheckCost }>(),
  /** Reads pasted text: an address on each line, or CSV with columns for address, label, chain, side. Keeps nothing. */
  readWallets: call({
    text: z.string().max(5_000_000, 'The text is larger than 5 MB.'),
  }).returns<WalletsRead>(),
  /** Asks for a file and reads it likewise. `note`: its encoding, where that is not UTF-8. Null when the user closed the dialog. */
  importWallets: call().returns<(WalletsRead & { note: string | null }) | null>(),
  /** From the cache, for transactions of these days where they are named. */
  getWatchlistFigures: call({
    listId: watchlistId,
    from: daySchema.optional(),
    to: daySchema.optional(),
    ticket: ticket.optional(),
  }).returns<WatchlistFigures>(),
  /**
   * A page of its cached transactions, the latest first where the query has no sort. The filter of the query narrows the list; `fields` as
   * in `listRecords`. Asks nothing.
   */
  listWatchlistRecords: call({
    listId: watchlistId,
    query: resolvedQuerySchema,
    fields: fieldNames.optional(),
    ticket: ticket.optional(),
  }).returns<RecordListText>(),
  /** The latest first. */
  listWatchlistEvents: call({ listId: watchlistId, limit: z.int().min(1).max(1000).default(200) }).returns<
    WatchlistEvent[]
  >(),
} as const;

export const watchlistEvents = {
  /** Lists, their rules or their counts have changed: list them again. */
  watchlistsChanged: event<{ connectionId: string }>(),
} as const;
