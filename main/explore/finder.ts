import type { z } from 'zod';
import type { historyCalls } from '../../preload/contract/calls/history.ts';
import type { Relation } from '../../preload/contract/calls/related.ts';
import type { searchCalls } from '../../preload/contract/calls/search.ts';
import type { CallArguments } from '../../preload/contract/bridge.ts';
import { resourceNames, resources, type ResourceName } from '../../preload/contract/resources.ts';
import { limitedEndpoint } from '../service/assumptions.ts';
import type { CacheStore } from '../store/store.ts';
import type { Explorer } from './explorer.ts';
import { relationsOf } from './related.ts';
import { searchService, type SearchRequest, type ServiceSearch } from './search.ts';
import { hitOf, searchFilter } from './searchHits.ts';

export type CachedSearch = z.infer<(typeof searchCalls)['searchCached']['value']>;
export type ChangeList = z.infer<(typeof historyCalls)['listChanges']['value']>;
export type RecordChanges = z.infer<(typeof historyCalls)['getRecordChanges']['value']>;
/** Like the call's, with the day that is compared with; null where there is none. */
export type ChangesRequest = Omit<CallArguments<'listChanges'>, 'connectionId' | 'since'> & {
  readonly since: string | null;
};

/** Ways to records of one connection beside its lists: related ones, what a search finds, what has changed. */
export interface Finder {
  relations(
    resource: ResourceName,
    id: string | number,
    asking?: { signal?: AbortSignal | undefined },
  ): Promise<Relation[]>;
  searchCached(request: SearchRequest): Promise<CachedSearch>;
  searchService(request: SearchRequest, signal?: AbortSignal): Promise<ServiceSearch>;
  /** Day and value, oldest first. */
  history(resource: ResourceName, id: string | number, field: string): Promise<[string, number | null][]>;
  listChanges(request: ChangesRequest): Promise<ChangeList>;
  recordChanges(resource: ResourceName, id: string | number, since: string | null): Promise<RecordChanges>;
}

export interface FinderOptions {
  readonly explorer: Explorer;
  readonly cache: CacheStore;
  readonly offline: () => boolean;
}

export function createFinder({ explorer, cache, offline }: FinderOptions): Finder {
  return {
    async relations(resource, id, asking = {}) {
      const { record } = await explorer.record(resource, id, asking);
      return relationsOf(cache, resource, record);
    },
    async searchCached({ text, limit, resources: wanted }) {
      const looked = text.trim();
      if (looked === '') return { hits: [], more: false, indexing: false };
      const asked = wanted ?? resourceNames.filter((name) => resources[name].path !== limitedEndpoint);
      const answers = await Promise.all(
        asked.map(async (resource) => {
          const filter = searchFilter(resource, looked);
          const { records } = await cache.runQuery({
            resource,
            query: { filter, pagination: { page: 1, perPage: limit } },
          });
          return records.flatMap((record) => hitOf(resource, record, looked) ?? []);
        }),
      );
      const hits = answers.flat();
      return { hits: hits.slice(0, limit), more: hits.length > limit, indexing: false };
    },
    searchService: (request, signal) =>
      offline()
        ? Promise.resolve({ hits: [], more: false, failures: [] })
        : searchService(explorer, request, signal),
    history: () => Promise.resolve([]),
    listChanges: ({ since }) =>
      Promise.resolve({
        since,
        knownFrom: null,
        changes: [],
        totals: { changed: 0, new: 0, vanished: 0 },
        pageCount: 0,
        resultCount: 0,
      }),
    recordChanges: (_resource, _id, since) => Promise.resolve({ since, knownFrom: null, change: null }),
  };
}
