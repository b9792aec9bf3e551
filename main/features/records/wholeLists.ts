import type { ReadableList } from '../../../preload/contract/records.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { fieldsOf, type Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { makeBoundedMap } from '../../store/query/statements.ts';
import type { RequestOptions } from './requestContext.ts';
import type { WholeFetch } from './markFetched.ts';

/** Lists that are followed at once. */
const followed = 100;

interface Followed {
  /** As the service last counted the records. */
  count: number;
  /** When each page was fetched, in milliseconds since 1970 UTC, and how many records it has. */
  pages: Map<number, { at: number; records: number }>;
  /** The oldest page of the last whole fetch. */
  whole: number | null;
}

/**
 * Follows the pages of lists, in whatever order they are loaded. The function returns what is complete with a page: every page of
 * the list came, the service counted as many records on each, and they have as many. Null otherwise, where a page adds nothing, and
 * where a whole resource would be empty, which is more likely an error of the service.
 */
export function followLists(
  isFresh: (fetchedAt: number) => boolean,
): (resource: ResourceName, query: Query, list: ReadableList, options: RequestOptions) => WholeFetch | null {
  const lists = makeBoundedMap<Followed>(followed);
  return (resource, { filter, sort, pagination }, list, { notBefore, signal }) => {
    const { fetchedAt, coverage, stale } = list.provenance;
    if (coverage.kind !== 'answer' || stale || fetchedAt === null || fieldsOf(filter).includes('id'))
      return null;
    const key = canonicalJson({ resource, filter, sort, perPage: pagination?.perPage });
    const known = lists.get(key, () => ({ count: 0, pages: new Map(), whole: null }));
    const { pageCount, resultCount: count } = list.pagination;
    const isOfNow = notBefore === undefined ? isFresh : (at: number) => at >= notBefore;
    const others = known.count === count ? [...known.pages].filter(([, { at }]) => isOfNow(at)) : [];
    known.count = count;
    known.pages = new Map([...others, [pagination?.page ?? 1, { at: fetchedAt, records: list.recordCount }]]);
    const pages = [...known.pages.values()];
    const since = Math.min(...pages.map(({ at }) => at));
    if (pages.length < pageCount || since === known.whole) return null;
    const came = pages.reduce((sum, { records }) => sum + records, 0);
    if (came !== count || (count === 0 && filter === undefined)) return null;
    known.whole = since;
    return { resource, filter, since, count, signal };
  };
}
