import { z } from 'zod';
import { call, connectionId, recordId, ticket } from './call.ts';
import type { Completeness } from './completeness.ts';
import type { Filter } from './query.ts';
import type { Twins } from './twins.ts';
import { walletConditions, type Flow } from './watchlists.ts';

export interface WalletAddresses {
  readonly address: string;
  readonly other?: string | undefined;
}

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

/** Treats numeric text as a number. */
export function tokenFilter(id: string | number): Filter {
  const number = Number(id);
  const isNumber = Number.isSafeInteger(number) && String(number) === id;
  return { operator: 'equals', field: 'token_id', value: isNumber ? number : id };
}

/** Times in milliseconds since 1970 UTC. */
export interface KnownTransactions extends Completeness {
  readonly transactions: number;
  /** Without a value in dollars. */
  readonly unpriced: number;
  readonly twins?: Twins;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** In token units. Not a balance: transactions may be missing. */
export interface Position {
  readonly received: number;
  readonly sent: number;
  readonly net: number;
  /** In US dollars at daily prices; transactions without a value count as 0. */
  readonly netDollars: number;
  readonly transactions: number;
}

export interface TokenPosition extends Position {
  /** Null if unknown. */
  readonly tokenId: string | number | null;
  readonly name: string;
  readonly network: string;
}

/** In US dollars; `in` and `out` from the subject's view. */
export interface DayFlow {
  readonly day: string;
  readonly dollars: number;
  readonly in: number;
  readonly out: number;
}

export interface Wallet extends KnownTransactions {
  readonly networks: readonly string[];
  /** Largest movement in dollars first. */
  readonly positions: readonly TokenPosition[];
  readonly days: readonly DayFlow[];
  /** Largest first. Mints have no sender, burns no recipient. */
  readonly counterparties: readonly { address: string; in: Flow; out: Flow }[];
  readonly counterpartyCount: number;
}

/** `amount` in token units. */
export interface TokenFlow extends Flow {
  readonly amount: number;
}

export interface TokenActivity extends KnownTransactions {
  readonly token: { readonly address: string | null; readonly network: string | null } | null;
  readonly minted: TokenFlow;
  readonly burned: TokenFlow;
  readonly transferred: TokenFlow;
  readonly netMinted: { readonly amount: number; readonly dollars: number };
  /** `in` is minted, `out` is burned. */
  readonly days: readonly DayFlow[];
  /** The largest 200 net positions. */
  readonly holders: readonly (Position & { readonly address: string })[];
  /** Addresses that received more than they sent. */
  readonly holderCount: number;
  readonly addressCount: number;
}

/** In US dollars or token units. */
interface Movement {
  readonly figure: number;
  readonly transactions: number;
}

export interface FlowSide {
  /** At most 20, largest first. */
  readonly parties: readonly (Movement & { readonly address: string })[];
  readonly others: Movement & { readonly addresses: number };
  readonly nobody: Movement;
}

export interface WalletFlows extends Completeness {
  readonly senders: FlowSide;
  readonly recipients: FlowSide;
  /** Includes transactions of the address with itself. */
  readonly transactions: number;
  readonly toItself: number;
  /** Counted as 0. */
  readonly withoutFigure: number;
  readonly twins?: Twins;
  /** The oldest fetch, in milliseconds since 1970 UTC, and its request. */
  readonly oldest: { readonly fetchedAt: number; readonly request: string } | null;
}

export const walletAddress = z.string().trim().min(1).max(200);

export const walletCalls = {
  /** Reads the cache only. */
  readWallet: call({
    connectionId,
    address: walletAddress,
    other: walletAddress.optional(),
    ticket: ticket.optional(),
  }).returns<Wallet>(),
  /** By dollars, or by amounts of `tokenId`. Reads the cache only. */
  readWalletFlows: call({
    connectionId,
    address: walletAddress,
    tokenId: recordId.optional(),
    ticket: ticket.optional(),
  }).returns<WalletFlows>(),
  /** Reads the cache only. */
  readTokenActivity: call({ connectionId, id: recordId, ticket: ticket.optional() }).returns<TokenActivity>(),
} as const;
