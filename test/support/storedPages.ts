import type { Query } from '../../preload/contract/query.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { CacheStore } from '../../main/store/store.ts';

export interface Page {
  readonly resource: ResourceName;
  readonly query: Query;
  readonly records: readonly ResourceRecord[];
  readonly pagination: { page: number; perPage: number; pageCount: number; resultCount: number };
  readonly applied?: { filter?: unknown; sort?: unknown };
  readonly fetchedAt: number;
  readonly request: string;
  readonly etag?: string | null;
}

/** Stores a page with the bytes of a service's answer. */
export async function writePage(cache: CacheStore, page: Page): Promise<void> {
  const { resource, fetchedAt, request, etag = null } = page;
  // A page above the maximum size is stored as the answer to a query for that size.
  const query =
    page.records.length > 1000 ? { ...page.query, pagination: { perPage: page.records.length } } : page.query;
  const answer = { resource, query, fetchedAt, request, etag, bytes: answerBytes(page) };
  const stored = await cache.writeAnswer(answer);
  if ('problem' in stored) throw new Error(stored.problem);
}

export function answerBytes({
  records,
  pagination,
  applied,
}: Pick<Page, 'records' | 'pagination' | 'applied'>): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ results: records, pagination, ...applied }));
}
