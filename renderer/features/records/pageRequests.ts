import type { CallInput, RecordList } from '../../../preload/contract/bridge.ts';
import type { Result } from '../../../preload/contract/failures.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';
import { ask } from '../../bridge.ts';
import type { IndexRange } from '../../ui/grid/geometry.ts';
import type { Pages } from '../../ui/grid/pages.ts';
import type { ListRequest, ListSource, RequestRules } from './listRequest.ts';

/** Requests under way at once: more would only queue behind one another in the store. */
const requestsAtOnce = 2;

/** The pages of a list that are requested, each under a ticket that cancels it. Pages count from 0. */
export class PageRequests {
  readonly #source: ListSource;
  readonly #rules: RequestRules;
  readonly #tickets = new Map<number, string>();
  /** Requests that main has not settled, cancelled ones included. */
  #underWay = 0;

  constructor(source: ListSource, rules: RequestRules) {
    this.#source = source;
    this.#rules = rules;
  }

  /** True while as many requests are under way as are worth sending at once. */
  get areEnough(): boolean {
    return this.#underWay >= requestsAtOnce;
  }

  has(page: number): boolean {
    return this.#tickets.has(page);
  }

  /** True where a request costs nothing of a limit, and may be sent while the user scrolls. */
  isFree({ basis }: Pages): boolean {
    if (basis !== null && basis.coverage.kind !== 'answer') return true;
    return !this.#rules.offline() && !this.#rules.limited();
  }

  /**
   * Fetches a page: from the cache alone where a request is not free, unless `spend`.
   * @returns null for a request that was cancelled, or followed by another for the same page
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

  /**
   * Fetches the records of these rows that are not in memory, without adding their pages; leaves out what is not free. `anew`: also those
   * in memory, which have other fields.
   */
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

  /** Cancels all requests but those for these pages. */
  keepOnly(pages: readonly number[]): void {
    for (const [page, ticket] of [...this.#tickets]) {
      if (pages.includes(page)) continue;
      this.#tickets.delete(page);
      void this.#source.cancelRequest({ ticket });
    }
  }
}

function argumentsOf(request: ListRequest, { basis, size }: Pages, page: number): CallInput<'listRecords'> {
  // The service may serve fewer than requested, and is still asked for as many; parts of a local page are asked for as parts.
  const perPage = basis?.source === 'local' ? size : request.perPage;
  const { connectionId, resource, fields } = request;
  return { connectionId, resource, query: queryOfPage({ ...request, perPage }, page), fields: [...fields] };
}

/** Returns the query of one page of a list. */
export function queryOfPage(request: Pick<ListRequest, 'query' | 'perPage'>, page: number): Query {
  return { ...request.query, pagination: { page: page + 1, perPage: request.perPage } };
}
