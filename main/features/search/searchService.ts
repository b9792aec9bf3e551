import type { Relation } from '../../../preload/contract/related.ts';
import type {
  CachedSearch,
  SearchCoverage,
  SearchHit,
  ServiceSearch,
} from '../../../preload/contract/search.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import { resourceNames, type ResourceName } from '../../../preload/contract/resources.ts';
import { maxPerPage } from '../../data-service/assumptions.ts';
import type { CacheStore } from '../../store/store.ts';
import type { SearchRequest } from '../../store/storeTypes.ts';
import type { RecordReader } from '../records/recordReader.ts';
import type { RequestOptions } from '../records/requestContext.ts';
import { relationsOf } from '../records/related.ts';
import { earliest, searchService } from './search.ts';

/** Ways to records of one connection beside its lists: related ones, and what a search finds. */
export interface SearchService {
  relations(
    resource: ResourceName,
    id: string | number,
    requestOptions?: { signal?: AbortSignal | undefined },
  ): Promise<Relation[]>;
  searchCached(request: SearchRequest): Promise<CachedSearch>;
  /** Returns the records that `searchCached` searches. */
  searchCoverage(request: Pick<SearchRequest, 'resources'>): Promise<SearchCoverage>;
  /** Returns when the oldest record was fetched, in milliseconds since 1970 UTC; null if unknown. */
  fetchedAt(hits: readonly SearchHit[]): Promise<number | null>;
  searchService(request: SearchRequest, requestOptions?: RequestOptions): Promise<ServiceSearch>;
}

interface SearchServiceOptions {
  readonly recordReader: RecordReader;
  readonly cache: CacheStore;
  readonly offline: () => boolean;
}

export function createSearchService({ recordReader, cache, offline }: SearchServiceOptions): SearchService {
  const searchCoverage: SearchService['searchCoverage'] = async ({ resources: wanted = resourceNames }) => {
    const query = { pagination: { page: 1, perPage: 1 } };
    const parts = await Promise.all(wanted.map((resource) => cache.runQuery({ resource, query })));
    return {
      cachedRecords: parts.reduce((sum, { cachedRecords }) => sum + cachedRecords, 0),
      complete: parts.every(({ completeAsOf, leftOut = 0 }) => completeAsOf !== null && leftOut === 0),
    };
  };
  return {
    async relations(resource, id, requestOptions = {}) {
      const { record } = await recordReader.record(resource, id, requestOptions);
      return relationsOf(cache, resource, record);
    },
    async searchCached(request) {
      const found = await cache.search(request);
      return { ...found, coverage: found.hits.length === 0 ? await searchCoverage(request) : null };
    },
    searchCoverage,
    async fetchedAt(hits) {
      const found = [...Map.groupBy(hits, ({ resource }) => resource)].map(async ([resource, ofResource]) => {
        const ids = ofResource.flatMap(({ id }) => id ?? []);
        const filters: Filter[] = [
          { operator: 'in', field: 'id', value: ids },
          ...ofResource.flatMap(({ query }) => query?.filter ?? []),
        ];
        const pagination = { page: 1, perPage: maxPerPage };
        const query = { filter: { operator: 'or', filters } as const, pagination };
        return (await cache.runQuery({ resource, query })).oldestFetchedAt;
      });
      return earliest(await Promise.all(found));
    },
    searchService: (request, requestOptions) =>
      offline()
        ? Promise.resolve({ hits: [], more: false, failures: [], cachedAt: null })
        : searchService(recordReader, request, requestOptions),
  };
}
