import { z } from 'zod';
import { call, connectionId, resource, ticket } from './call.ts';
import type { Query } from './query.ts';
import type { ResourceName } from './resources/names.ts';

const searchText = z.string().max(400);
const limit = z.int().min(1).max(100);

/** A record, or an address with its transactions, that a search has found. */
export interface SearchHit {
  /** Fit for a key in a list. */
  readonly key: string;
  readonly resource: ResourceName;
  /** The record; null for an address, which has only the transactions of `query`. */
  readonly id: string | number | null;
  /** What to show instead of a record. */
  readonly query: Query | null;
  readonly title: string;
  /** What distinguishes it from others of the same title, for example ticker, network, issuer. May be empty. */
  readonly subtitle: string;
  /** The field of the record that matched, and its label. */
  readonly field: string;
  readonly fieldLabel: string;
  /** The matching text, shortened around the match. */
  readonly matched: string;
  /** Where in `matched` the match is: start and end, in UTF-16 units. */
  readonly ranges: [number, number][];
  /** How it matches, best first: `exact`, `prefix`, `word` (elsewhere in the text), `typo`. */
  readonly match: 'exact' | 'prefix' | 'word' | 'typo';
}

export interface SearchResult {
  /** The best first. */
  readonly hits: SearchHit[];
  /** True where there may be more than `limit`. */
  readonly more: boolean;
}

/** What was searched: how many cached records, and whether these are all that there are. */
export interface SearchCoverage {
  readonly cachedRecords: number;
  readonly complete: boolean;
}

export interface CachedSearch extends SearchResult {
  /** Where nothing was found: in how much. Null where something was. */
  readonly coverage: SearchCoverage | null;
}

export interface ServiceSearch extends SearchResult {
  /** The resources that could not be queried, and why: of some there are older hits. */
  readonly failures: { resource: ResourceName; message: string }[];
  /** When the oldest of what the cache still had fresh was fetched, in milliseconds since 1970 UTC; null where the service was asked for all. */
  readonly cachedAt: number | null;
}

export const searchCalls = {
  /** Names, tickers, slugs, addresses, hashes and descriptions of everything cached; at once, without a request. */
  searchCached: call({
    connectionId,
    text: searchText,
    limit: limit.default(30),
    /** Only these; all where left out. */
    resources: z.array(resource).min(1).max(20).optional(),
  }).returns<CachedSearch>(),
  /**
   * The same of the service: a request for each resource that has not been left out. What it finds is in the cache
   * afterwards. Transactions are searched only where `resources` names them, since their requests are few. Empty while working offline.
   */
  searchService: call({
    connectionId,
    text: searchText,
    limit: limit.default(10),
    resources: z.array(resource).min(1).max(20).optional(),
    ticket: ticket.optional(),
  }).returns<ServiceSearch>(),
} as const;
