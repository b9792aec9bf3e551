import { z } from 'zod';
import { call, connectionId, ticket } from './call.ts';
import type { Filter } from './query.ts';
import { walletConditions, type Flow } from './watchlists.ts';

/** Returns the filter of all transactions from and to an address, in each spelling that it may have. */
export function walletFilter(address: string): Filter {
  return { operator: 'or', filters: walletConditions([{ address, side: 'either' }]) };
}

/** What an address received and sent of a token, in token units. Never a balance: transactions may be missing. */
export interface TokenPosition {
  /** Null where the transactions name no token. */
  readonly tokenId: string | number | null;
  readonly name: string;
  readonly network: string;
  readonly received: number;
  readonly sent: number;
  /** `received` less `sent`. */
  readonly net: number;
  /** The same in US dollars at the prices of the days; transactions without a value count as 0. */
  readonly netDollars: number;
  readonly transactions: number;
}

/** What the cached transactions tell of an address. Times in milliseconds since 1970 UTC. */
export interface Wallet {
  readonly transactions: number;
  /** Those of them without a value in dollars. */
  readonly unpriced: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** Since when every transaction of the address is cached, as a finished sync has found; null where others may exist. */
  readonly completeAsOf: number | null;
  readonly networks: readonly string[];
  /** The largest movement in dollars first. */
  readonly positions: readonly TokenPosition[];
  /** Days with transactions, the first first, in US dollars. */
  readonly days: readonly { day: string; dollars: number; in: number; out: number }[];
  /** The largest first, `counterpartyCount` in all. Nobody sends a mint, and nobody receives a burn. */
  readonly counterparties: readonly { address: string; in: Flow; out: Flow }[];
  readonly counterpartyCount: number;
}

export const walletCalls = {
  /** What is known of an address. Reads the cache: sends no request. */
  readWallet: call({
    connectionId,
    address: z.string().trim().min(1).max(200),
    ticket: ticket.optional(),
  }).returns<Wallet>(),
} as const;
