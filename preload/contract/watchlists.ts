import { z } from 'zod';
import { call, event, connectionId, fieldNames, givenText, ticket } from './call.ts';
import type { AddressLabel } from './annotations.ts';
import { daySchema } from './history.ts';
import { querySchema, resolvedQuerySchema } from './querySchema.ts';
import { type Condition, type Filter } from './query.ts';
import type { RecordListText } from './records.ts';
import type { Twins } from './twins.ts';
import { type WalletSide, chainForms, walletSides, walletSpellings } from './walletAddresses.ts';
import type { Failure } from './failures.ts';

/** A watchlist follows transactions of one connection that match a query and wallets (`watchlistFilter`). */

/** Wallets are counted over all lists, transactions by connection. */
export const watchLimits = { lists: 200, wallets: 5_000, transactions: 10_000_000 } as const;

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

/** `address` keeps its case. */
export const walletSchema = z.strictObject({
  address: z.string().trim().min(1).max(200),
  chain: z.enum(chainForms),
  side: z.enum(walletSides).default('either'),
});
export type WatchedWallet = z.infer<typeof walletSchema>;

export const watchlistContentSchema = z.strictObject({
  /** Rules contain ids of its service. */
  connectionId,
  name: givenText
    .min(1, 'Enter a name for the list.')
    .max(100, 'The name of a list has at most 100 characters.'),
  color: z.enum(watchlistColors).default('blue'),
  note: z.string().max(2000, 'A note has at most 2,000 characters.').default(''),
  /** Disabled lists keep their transactions. */
  on: z.boolean().default(true),
  /** Only the filter counts. */
  query: querySchema,
  /** Empty: any wallet. */
  wallets: z
    .array(walletSchema)
    .max(watchLimits.wallets, 'A list has at most 5,000 wallets. Remove some, or watch them in another list.')
    .default([]),
});
export type WatchlistContent = z.infer<typeof watchlistContentSchema>;

export const watchlistSchema = watchlistContentSchema.extend({
  id: watchlistId,
  /** Milliseconds since 1970 UTC. */
  createdAt: z.number(),
  changedAt: z.number(),
});
export type Watchlist = z.infer<typeof watchlistSchema>;

/** JSON text: on each change of a form, thousands of objects cross the bridge too slowly. */
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

/** Times in milliseconds since 1970 UTC. */
export interface WatchlistState {
  readonly list: Watchlist;
  readonly count: number;
  readonly unread: number;
  readonly latestAt: number | null;
  /** Last complete check of the current rules; null before the first. */
  readonly checkedAt: number | null;
  /** First day (`YYYY-MM-DD`, UTC) from which that check knew all transactions; null: all days. */
  readonly completeSince: string | null;
  /** Whether the moving dates of the rules mean other days now than at `checkedAt`. */
  readonly datesMoved: boolean;
}

export interface WalletsRead {
  wallets: WatchedWallet[];
  labels: AddressLabel[];
  /** The first 200, by line from 1. `message` says what to do. */
  errors: { line: number; text: string; message: string }[];
  errorLines: number[];
  repeated: number;
}

/** Combines filter and wallets; undefined without either. */
export function watchlistFilter({
  query,
  wallets,
}: Pick<WatchlistContent, 'query'> & {
  readonly wallets: readonly Pick<WatchedWallet, 'address' | 'side'>[];
}): Filter | undefined {
  const parties = walletConditions(wallets);
  const ofWallets: Filter | undefined =
    parties.length > 1 ? { operator: 'or', filters: parties } : parties[0];
  const { filter } = query;
  if (filter === undefined || ofWallets === undefined) return filter ?? ofWallets;
  return { operator: 'and', filters: [filter, ofWallets] };
}

/** `from_address in […]`, `to_address in […]`, to be joined by `or`. */
export function walletConditions(wallets: readonly Pick<WatchedWallet, 'address' | 'side'>[]): Condition[] {
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

/** In US dollars. */
export interface Flow {
  readonly count: number;
  readonly dollars: number;
}

export interface WatchlistFigures {
  readonly count: number;
  readonly unpriced: number;
  readonly twins?: Twins;
  /** In US dollars; transactions without a value are in `unpriced`. */
  readonly volume: number;
  readonly minted: Flow;
  readonly burned: Flow;
  readonly netMinted: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** In the order of the list. */
  readonly wallets: { address: string; in: Flow; out: Flow; net: number }[];
  /** Other parties, largest first; without wallets, all senders and recipients. */
  readonly counterparties: { address: string; from: Flow; to: Flow; dollars: number }[];
  /** Ascending. `in` and `out` from the wallets' view; 0 without wallets. */
  readonly days: {
    day: string;
    count: number;
    dollars: number;
    minted: number;
    burned: number;
    in: number;
    out: number;
  }[];
}

/** Times in milliseconds since 1970 UTC. */
export const watchlistEventSchema = z.object({
  at: z.number(),
  /** `changed`: its rules. `synced`: first complete fetch. `late`: for days checked before. */
  kind: z.enum(['made', 'changed', 'synced', 'arrived', 'cached', 'late']),
  count: z.int(),
});
export type WatchlistEvent = z.infer<typeof watchlistEventSchema>;

export interface CheckCost {
  /** Requests of the last check. Before the first, two per query: its page and its confirmation. */
  readonly requests: number;
  readonly perHour: number;
  /** Longer than the setting if the request limit requires it. */
  readonly everyMs: number;
}

/** Times in milliseconds since 1970 UTC. `idle`: no list is on. `waiting`: for the request limit. */
export interface WatchChecks extends CheckCost {
  readonly connectionId: string;
  readonly state: 'idle' | 'running' | 'waiting' | 'offline' | 'paused';
  readonly until: number | null;
  readonly failure: Failure | null;
  readonly lists: {
    listId: string;
    nextAt: number;
    /** A failed check, or rejected rules. */
    failure: Failure | null;
  }[];
}

export const watchlistCalls = {
  /** By name. `notices`: unreadable lists. */
  listWatchlists: call({ connectionId }).returns<{
    lists: WatchlistState[];
    /** Over all connections. */
    used: { lists: number; wallets: number };
    notices: string[];
  }>(),
  /** Cached matches belong to it at once, as read. Invalid lists fail with `bad-arguments`. */
  saveWatchlist: call({ id: watchlistId.optional(), content: watchlistContentSchema }).returns<Watchlist>(),
  /** Also removes alerts, marks and history; keeps transactions. */
  removeWatchlists: call({ ids: z.array(watchlistId).min(1).max(200) }).returns<undefined>(),
  /** Counts cached matches and the cost of checks; sends no request. */
  countWatchlist: call({
    content: watchlistContentSchema
      .pick({ connectionId: true, query: true })
      .extend({ wallets: walletsText }),
  }).returns<{ count: number; cost: CheckCost }>(),
  /** Parses addresses by line, or CSV with address, label, chain, side. */
  readWallets: call({
    text: z.string().max(5_000_000, 'The text is larger than 5 MB.'),
  }).returns<WalletsRead>(),
  /** Asks for a file. `note` names an encoding other than UTF-8. Null if the user cancels. */
  importWallets: call().returns<(WalletsRead & { note: string | null }) | null>(),
  /** Reads the cache, optionally for a range of days. */
  getWatchlistFigures: call({
    listId: watchlistId,
    from: daySchema.optional(),
    to: daySchema.optional(),
    ticket: ticket.optional(),
  }).returns<WatchlistFigures>(),
  /** A page of cached transactions, latest first by default; `fields` as in `listRecords`. */
  listWatchlistRecords: call({
    listId: watchlistId,
    query: resolvedQuerySchema,
    fields: fieldNames.optional(),
    ticket: ticket.optional(),
  }).returns<RecordListText>(),
  /** Latest first. */
  listWatchlistEvents: call({ listId: watchlistId, limit: z.int().min(1).max(1000).default(200) }).returns<
    WatchlistEvent[]
  >(),
} as const;

export const watchCheckCalls = {
  getWatchChecks: call({ connectionId }).returns<WatchChecks>(),
  /** Also spends the reserve. Absent `listIds`: all that are on. */
  checkWatchlists: call({
    connectionId,
    listIds: z.array(watchlistId).max(200).optional(),
    ticket: ticket.optional(),
  }).returns<{ listIds: string[] }>(),
} as const;

export const watchlistEvents = {
  watchlistsChanged: event<{ connectionId: string }>(),
  watchChecksChanged: event<{ connectionId: string }>(),
} as const;
