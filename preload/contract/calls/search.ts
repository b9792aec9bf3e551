import { z } from 'zod';
import { failureSchema } from '../failures.ts';
import { querySchema } from '../query.ts';
import { call, connectionId, resource, ticket } from './call.ts';

const searchText = z.string().max(400);
const limit = z.int().min(1).max(100);

/** A record, or an address with its transactions, that a search has found. */
export const searchHitSchema = z.object({
  /** Fit for a key in a list. */
  key: z.string(),
  resource,
  /** The record; null for an address, which has only the transactions of `query`. */
  id: z.union([z.string(), z.number()]).nullable(),
  /** What to show instead of a record. */
  query: querySchema.nullable(),
  title: z.string(),
  /** What tells it from others of the same title, for example ticker, network, issuer. May be empty. */
  subtitle: z.string(),
  /** The field of the record that matched, and its label. */
  field: z.string(),
  fieldLabel: z.string(),
  /** The matching text, shortened around the match. */
  matched: z.string(),
  /** Where in `matched` the match is: start and end, in UTF-16 units. */
  ranges: z.array(z.tuple([z.number().int(), z.number().int()])),
  /** How it matches, best first: `exact`, `prefix`, `word` (elsewhere in the text), `typo`. */
  match: z.enum(['exact', 'prefix', 'word', 'typo']),
});

export type SearchHit = z.infer<typeof searchHitSchema>;

export const searchResultSchema = z.object({
  /** The best first. */
  hits: z.array(searchHitSchema),
  /** True where there may be more than `limit`. */
  more: z.boolean(),
});

/** What was searched: how many cached records, and whether these are all that there are. */
export const searchCoverageSchema = z.object({ cachedRecords: z.number().int(), complete: z.boolean() });

export type SearchCoverage = z.infer<typeof searchCoverageSchema>;

export const cachedSearchSchema = searchResultSchema.extend({
  /** True while the search is being prepared after an update: some records cannot be found yet. */
  indexing: z.boolean(),
  /** Where nothing was found: in how much. Null where something was. */
  coverage: searchCoverageSchema.nullable(),
});

export type CachedSearch = z.infer<typeof cachedSearchSchema>;

export const serviceSearchSchema = searchResultSchema.extend({
  /** The resources that could not be asked. */
  failures: z.array(z.object({ resource, failure: failureSchema })),
});

export type ServiceSearch = z.infer<typeof serviceSearchSchema>;

export const searchCalls = {
  /** Names, tickers, slugs, addresses, hashes and descriptions of everything cached; at once, without a request. */
  searchCached: call(
    z.strictObject({
      connectionId,
      text: searchText,
      limit: limit.default(30),
      /** Only these; all where left out. */
      resources: z.array(resource).min(1).max(20).optional(),
    }),
    cachedSearchSchema,
  ),
  /**
   * The same of the service: a request for each resource that has not been left out. What it finds is in the cache
   * afterwards. Transactions are asked only where `resources` names them, since their requests are few. Empty while working offline.
   */
  searchService: call(
    z.strictObject({
      connectionId,
      text: searchText,
      limit: limit.default(10),
      resources: z.array(resource).min(1).max(20).optional(),
      ticket: ticket.optional(),
    }),
    serviceSearchSchema,
  ),
} as const;
