import { z } from 'zod';
import { call, connectionId, resource, ticket } from './call.ts';
import type { Query } from './query.ts';
import type { ResourceName } from './resources/names.ts';

const searchText = z.string().max(400);
const limit = z.int().min(1).max(100);

export interface SearchHit {
  readonly key: string;
  readonly resource: ResourceName;
  /** Null for an address. */
  readonly id: string | number | null;
  readonly query: Query | null;
  readonly title: string;
  readonly subtitle: string;
  readonly field: string;
  readonly fieldLabel: string;
  readonly matched: string;
  /** Start and end in `matched`, in UTF-16 units. */
  readonly ranges: [number, number][];
  /** Best first; `word`: elsewhere in the text. */
  readonly match: 'exact' | 'prefix' | 'word' | 'typo';
}

interface SearchResult {
  /** Best first. */
  readonly hits: SearchHit[];
  /** True if more than `limit` match. */
  readonly more: boolean;
}

export interface SearchCoverage {
  readonly cachedRecords: number;
  readonly complete: boolean;
}

export interface CachedSearch extends SearchResult {
  /** Set if nothing was found. */
  readonly coverage: SearchCoverage | null;
}

export interface ServiceSearch extends SearchResult {
  /** Failed resources; their hits may be older. */
  readonly failures: { resource: ResourceName; message: string }[];
  /** Time of the oldest cached answer, in milliseconds since 1970 UTC; null if all were fetched. */
  readonly cachedAt: number | null;
}

export const searchCalls = {
  searchCached: call({
    connectionId,
    text: searchText,
    limit: limit.default(30),
    resources: z.array(resource).min(1).max(20).optional(),
  }).returns<CachedSearch>(),
  /** One request for each resource; transactions only if named, since their limit is low. Empty offline. */
  searchService: call({
    connectionId,
    text: searchText,
    limit: limit.default(10),
    resources: z.array(resource).min(1).max(20).optional(),
    ticket: ticket.optional(),
  }).returns<ServiceSearch>(),
} as const;
