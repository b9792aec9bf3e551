import type { z } from 'zod';
import type { searchCalls, SearchHit } from '../../preload/contract/calls/search.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { resourceNames, resources, type ResourceName } from '../../preload/contract/resources.ts';
import { limitedEndpoint } from '../service/assumptions.ts';
import type { Explorer } from './explorer.ts';
import { hitOf, searchFilter } from './searchHits.ts';

export interface SearchRequest {
  readonly text: string;
  readonly limit: number;
  readonly resources?: readonly ResourceName[] | undefined;
}

export type ServiceSearch = z.infer<(typeof searchCalls)['searchService']['value']>;

/** How well a hit matches, the best first. */
const ranks: readonly SearchHit['match'][] = ['exact', 'prefix', 'word', 'typo'];

/** A request of less than this finds too much to be of use. */
const shortestText = 2;

/**
 * Asks the service for a text, a request for each resource; what comes back is cached. Transactions are asked only where they
 * are named, since their requests are few. A resource that cannot be asked does not keep the others from answering.
 */
export async function searchService(
  explorer: Explorer,
  { text, limit, resources: wanted }: SearchRequest,
  signal?: AbortSignal,
): Promise<ServiceSearch> {
  const looked = text.trim();
  if (looked.length < shortestText) return { hits: [], more: false, failures: [] };
  const asked = wanted ?? resourceNames.filter((name) => resources[name].path !== limitedEndpoint);
  const answers = await Promise.all(
    asked.map(async (resource) => {
      try {
        const filter = searchFilter(resource, looked);
        const list = await explorer.list(
          resource,
          { filter, pagination: { page: 1, perPage: limit } },
          { signal },
        );
        return {
          hits: list.records.flatMap((record) => hitOf(resource, record, looked) ?? []),
          more: list.pagination.resultCount > list.records.length,
          failures: [],
        };
      } catch (error) {
        if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
        return { hits: [], more: false, failures: [{ resource, failure: error.failure }] };
      }
    }),
  );
  const hits = answers
    .flatMap((answer) => answer.hits)
    .sort((a, b) => ranks.indexOf(a.match) - ranks.indexOf(b.match));
  return {
    hits: hits.slice(0, limit),
    more: hits.length > limit || answers.some(({ more }) => more),
    failures: answers.flatMap(({ failures }) => failures),
  };
}
