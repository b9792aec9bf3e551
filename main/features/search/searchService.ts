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

export type SearchService = ReturnType<typeof createSearchService>;

interface SearchServiceOptions {
  readonly recordReader: RecordReader;
  readonly cache: CacheStore;
  readonly offline: () => boolean;
}

export function createSearchService({ recordReader, cache, offline }: SearchServiceOptions) {
  async function searchCoverage({
    resources: wanted = resourceNames,
  }: Pick<SearchRequest, 'resources'>): Promise<SearchCoverage> {
    const query = { pagination: { page: 1, perPage: 1 } };
    const parts = await Promise.all(wanted.map((resource) => cache.runQuery({ resource, query })));
    return {
      cachedRecords: parts.reduce((sum, { cachedRecords }) => sum + cachedRecords, 0),
      complete: parts.every(({ completeAsOf, leftOut = 0 }) => completeAsOf !== null && leftOut === 0),
    };
  }
  return {
    async relations(
      resource: ResourceName,
      id: string | number,
      requestOptions: { signal?: AbortSignal | undefined } = {},
    ) {
      const { record } = await recordReader.record(resource, id, requestOptions);
      return relationsOf(cache, resource, record);
    },
    async searchCached(request: SearchRequest): Promise<CachedSearch> {
      const found = await cache.search(request);
      return { ...found, coverage: found.hits.length === 0 ? await searchCoverage(request) : null };
    },
    searchCoverage,
    /** Returns the fetch time of the oldest record in milliseconds since 1970 UTC; null if unknown. */
    async fetchedAt(hits: readonly SearchHit[]) {
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
    searchService: (request: SearchRequest, requestOptions?: RequestOptions): Promise<ServiceSearch> =>
      offline()
        ? Promise.resolve({ hits: [], more: false, failures: [], cachedAt: null })
        : searchService(recordReader, request, requestOptions),
  };
}
