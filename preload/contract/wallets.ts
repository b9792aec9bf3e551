import { z } from 'zod';
import { call, connectionId, recordId, ticket } from './call.ts';
import type { Completeness } from './completeness.ts';
import type { Filter } from './query.ts';
import type { Twins } from './twins.ts';
import { walletConditions, type Flow } from './watchlists.ts';

/** An address, or with `other` a pair of them. */
export interface WalletAddresses {
  readonly address: string;
  readonly other?: string | undefined;
}

/** Returns the filter of all transactions from and to an address, or between a pair of them either way, in each spelling that they may have. */
export function walletFilter({ address, other }: WalletAddresses): Filter {
  if (other === undefined)
    return { operator: 'or', filters: walletConditions([{ address, side: 'either' }]) };
  const way = (from: string, to: string): Filter => ({
    operator: 'and',
    filters: walletConditions([
      { address: from, side: 'from' },
      { address: to, side: 'to' },
    ]),
  });
  return { operator: 'or', filters: [way(address, other), way(other, address)] };
}

/** Returns the filter of all transactions of a token; the same for an identifier that is a number and for its text. */
export function tokenFilter(id: string | number): Filter {
  const number = Number(id);
  const isNumber = Number.isSafeInteger(number) && String(number) === id;
  return { operator: 'equals', field: 'token_id', value: isNumber ? number : id };
}

/** What the cached transactions of an address or a token are. Times in milliseconds since 1970 UTC. */
export interface KnownTransactions extends Completeness {
  readonly transactions: number;
  /** Those of them without a value in dollars. */
  readonly unpriced: number;
  /** Transfers that came twice and count once; left out where there are none. */
  readonly twins?: Twins;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** What an address received and sent of a token, in token units. Never a balance: transactions may be missing. */
export interface Position {
  readonly received: number;
  readonly sent: number;
  /** `received` less `sent`. */
  readonly net: number;
  /** The same in US dollars at the prices of the days; transactions without a value count as 0. */
  readonly netDollars: number;
  readonly transactions: number;
}

export interface TokenPosition extends Position {
  /** Null where the transactions name no token. */
  readonly tokenId: string | number | null;
  readonly name: string;
  readonly network: string;
}

/** A day with transactions, in US dollars: all of them, and what went in and out as the subject sees it. */
export interface DayFlow {
  readonly day: string;
  readonly dollars: number;
  readonly in: number;
  readonly out: number;
}

/** What the cached transactions tell of an address. */
export interface Wallet extends KnownTransactions {
  readonly networks: readonly string[];
  /** The largest movement in dollars first. */
  readonly positions: readonly TokenPosition[];
  /** The first day first. */
  readonly days: readonly DayFlow[];
  /** The largest first, `counterpartyCount` in all. Nobody sends a mint, and nobody receives a burn. */
  readonly counterparties: readonly { address: string; in: Flow; out: Flow }[];
  readonly counterpartyCount: number;
}

/** Sums of transactions of one token: `amount` in token units. */
export interface TokenFlow extends Flow {
  readonly amount: number;
}

/** What the cached transactions tell of a token. */
export interface TokenActivity extends KnownTransactions {
  /** As its transactions name it; null where none is known. */
  readonly token: { readonly address: string | null; readonly network: string | null } | null;
  readonly minted: TokenFlow;
  readonly burned: TokenFlow;
  /** What is neither a mint nor a burn. */
  readonly transferred: TokenFlow;
  readonly netMinted: { readonly amount: number; readonly dollars: number };
  /** The first day first; `in` is what was minted, `out` what was burned. */
  readonly days: readonly DayFlow[];
  /** The largest net position first: the first 200 of `addressCount` that received or sent the token. */
  readonly holders: readonly (Position & { readonly address: string })[];
  /** Addresses that received more than they sent. */
  readonly holderCount: number;
  readonly addressCount: number;
}

/** What moved one way: in US dollars, or in units of a token. */
export interface Movement {
  readonly figure: number;
  readonly transactions: number;
}

/** What addresses sent to an address, or received from it. */
export interface FlowSide {
  /** The largest first, at most 20. */
  readonly parties: readonly (Movement & { readonly address: string })[];
  /** What all other addresses moved, and how many they are. */
  readonly others: Movement & { readonly addresses: number };
  /** What was minted to the address, or burned by it. */
  readonly nobody: Movement;
}

/** The largest movements between an address and others. */
export interface WalletFlows extends Completeness {
  readonly senders: FlowSide;
  readonly recipients: FlowSide;
  /** Transactions that it is summed up from, those of the address to itself included. */
  readonly transactions: number;
  /** Transactions of the address to itself, which are on neither side. */
  readonly toItself: number;
  /** Transactions that have no figure and count as 0. */
  readonly withoutFigure: number;
  readonly twins?: Twins;
  /** When the oldest of the transactions was fetched, in milliseconds since 1970 UTC, and how; null where there is none. */
  readonly oldest: { readonly fetchedAt: number; readonly request: string } | null;
}

export const walletAddress = z.string().trim().min(1).max(200);

export const walletCalls = {
  /** What is known of an address; with `other`, of its transactions with that address alone. Reads the cache: sends no request. */
  readWallet: call({
    connectionId,
    address: walletAddress,
    other: walletAddress.optional(),
    ticket: ticket.optional(),
  }).returns<Wallet>(),
  /** The largest movements of an address by dollars, with `tokenId` by amounts of that token. Reads the cache: sends no request. */
  readWalletFlows: call({
    connectionId,
    address: walletAddress,
    tokenId: recordId.optional(),
    ticket: ticket.optional(),
  }).returns<WalletFlows>(),
  /** What is known of the transactions of a token. Reads the cache: sends no request. */
  readTokenActivity: call({ connectionId, id: recordId, ticket: ticket.optional() }).returns<TokenActivity>(),
} as const;
