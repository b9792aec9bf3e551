import { z } from 'zod';
import { connectionId } from './calls/call.ts';
import { querySchema, type Condition, type Filter } from './query.ts';
import { chainForms, walletSides, walletSpellings, type WalletSide } from './walletAddresses.ts';

/**
 * Watchlists: transactions that the user follows. A list is a query on the transactions of one connection, the same query
 * object as everywhere, and wallets with labels; a transaction belongs to it where both match (`watchlistFilter`).
 */

/** More is refused with a sentence. Wallets are counted over all lists, transactions are those in the cache of a connection. */
export const watchLimits = { lists: 200, wallets: 5_000, transactions: 5_000_000 } as const;

/** Names of colours; the window knows what they look like. */
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

/** How much a list counts where requests are short. */
export const importances = ['low', 'normal', 'high'] as const;
export type Importance = (typeof importances)[number];

export const watchlistId = z.string().min(1).max(100);

/** A wallet of a list. `address` is in the spelling of its chain, its case kept. */
export const walletSchema = z.strictObject({
  address: z.string().trim().min(1).max(200),
  chain: z.enum(chainForms),
  /** Empty for none. */
  label: z.string().trim().max(80, 'A label has at most 80 characters.').default(''),
  side: z.enum(walletSides).default('either'),
});
export type Wallet = z.infer<typeof walletSchema>;

/** What makes a list, without when and under which id it is kept. */
export const watchlistContentSchema = z.strictObject({
  /** Identifiers in rules are those of this connection's service. */
  connectionId,
  name: z
    .string()
    .trim()
    .min(1, 'Give the list a name.')
    .max(100, 'The name of a list has at most 100 characters.'),
  color: z.enum(watchlistColors).default('blue'),
  note: z.string().max(2000, 'A note has at most 2,000 characters.').default(''),
  /** A list that is off is neither fetched nor matched; what it has stays. */
  on: z.boolean().default(true),
  importance: z.enum(importances).default('normal'),
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

/** A list with what is known of its transactions. Times in milliseconds since 1970 UTC. */
export const watchlistStateSchema = z.object({
  list: watchlistSchema,
  /** Transactions of the list in the cache, and those of them not yet read. */
  count: z.int(),
  unread: z.int(),
  /** The time of its latest transaction; null where there is none. */
  latestAt: z.number().nullable(),
  /** When all that its rules of today ask for was fetched for the first time; null before that. */
  syncedAt: z.number().nullable(),
  /** When the service last answered for it. */
  checkedAt: z.number().nullable(),
});
export type WatchlistState = z.infer<typeof watchlistStateSchema>;

/** What was read of a pasted or imported text of wallets. */
export const walletsReadSchema = z.object({
  wallets: z.array(walletSchema),
  /** What cannot be taken, by line, counted from 1: the first 200. `message`: one sentence with what to do. */
  faults: z.array(z.object({ line: z.int(), text: z.string(), message: z.string() })),
  /** The numbers of all lines that cannot be taken. */
  faultLines: z.array(z.int()),
  /** Lines that name a wallet again. */
  repeated: z.int(),
});
export type WalletsRead = z.infer<typeof walletsReadSchema>;

/**
 * All that a list asks for, in the one query language: its own filter, and one of its wallets on the side it is watched on.
 * Undefined where the list has neither.
 */
export function watchlistFilter({
  query,
  wallets,
}: Pick<WatchlistContent, 'query' | 'wallets'>): Filter | undefined {
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
