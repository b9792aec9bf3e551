import type { CallInput, RecordList } from '../../../preload/contract/bridge.ts';
import type { Result } from '../../../preload/contract/failures.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';
import { ask } from '../../bridge.ts';
import type { IndexRange } from '../../ui/grid/geometry.ts';
import type { Pages } from '../../ui/grid/pages.ts';
import type { ListRequest, ListSource, RequestRules } from './listRequest.ts';

/** More would queue in the store. */
const requestsAtOnce = 2;

/** Requested pages by ticket. Pages count from 0. */
export class PageRequests {
  readonly #source: ListSource;
  readonly #rules: RequestRules;
  readonly #tickets = new Map<number, string>();
  /** Unsettled requests, including canceled ones. */
  #underWay = 0;

  constructor(source: ListSource, rules: RequestRules) {
    this.#source = source;
    this.#rules = rules;
  }

  get areEnough(): boolean {
    return this.#underWay >= requestsAtOnce;
  }

  has(page: number): boolean {
    return this.#tickets.has(page);
  }

  isFree({ basis }: Pages): boolean {
    if (basis !== null && basis.coverage.kind !== 'answer') return true;
    return !this.#rules.offline() && !this.#rules.limited();
  }

  /**
   * Uses only the cache for limited requests, unless `spend`.
   * @returns null if canceled or superseded
   */
  async fetch(
    request: ListRequest,
    pages: Pages,
    page: number,
    { refresh = false, spend }: { refresh?: boolean; spend: boolean },
  ): Promise<Result<RecordList> | null> {
    const ticket = crypto.randomUUID();
    this.#tickets.set(page, ticket);
    this.#underWay += 1;
    const cachedOnly = !spend && !this.isFree(pages);
    const result = await ask(() =>
      this.#source.listRecords({ ...argumentsOf(request, pages, page), refresh, cachedOnly, ticket }),
    );
    this.#underWay -= 1;
    if (this.#tickets.get(page) !== ticket) return null;
    this.#tickets.delete(page);
    return result;
  }

  /** Fetches missing pages without storing them; limited ones only from the cache. `anew`: fetches all. */
  async recordsOf(
    request: ListRequest,
    pages: Pages,
    rows: IndexRange,
    { anew = false } = {},
  ): Promise<PartialRecord[]> {
    const records: PartialRecord[] = [];
    for (const page of pages.pagesOf(rows)) {
      const here = await this.#recordsOfPage(request, pages, page, anew);
      const first = page * pages.size;
      records.push(...here.slice(Math.max(0, rows.start - first), Math.max(0, rows.end - first)));
    }
    return records;
  }

  async #recordsOfPage(
    request: ListRequest,
    pages: Pages,
    page: number,
    anew: boolean,
  ): Promise<readonly PartialRecord[]> {
    const known = pages.get(page);
    if (known?.kind === 'here' && !anew) return known.records;
    const cachedOnly = !this.isFree(pages);
    const result = await ask(() =>
      this.#source.listRecords({ ...argumentsOf(request, pages, page), cachedOnly }),
    );
    return result.ok ? result.value.records : [];
  }

  keepOnly(pages: readonly number[]): void {
    for (const [page, ticket] of [...this.#tickets]) {
      if (pages.includes(page)) continue;
      this.#tickets.delete(page);
      void this.#source.cancelRequest({ ticket });
    }
  }
}

function argumentsOf(request: ListRequest, { basis, size }: Pages, page: number): CallInput<'listRecords'> {
  // The service may serve smaller pages; local pages are requested by their size.
  const perPage = basis?.source === 'local' ? size : request.perPage;
  const { connectionId, resource, fields } = request;
  return { connectionId, resource, query: queryOfPage({ ...request, perPage }, page), fields: [...fields] };
}

export function queryOfPage(request: Pick<ListRequest, 'query' | 'perPage'>, page: number): Query {
  return { ...request.query, pagination: { page: page + 1, perPage: request.perPage } };
}
