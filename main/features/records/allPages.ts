import type { RecordList } from '../../../preload/contract/bridge.ts';
import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import type { Query } from '../../../preload/contract/query.ts';
import { recordKey } from '../../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { Explorer } from './explorer.ts';
import { largestPage } from './pageSizes.ts';
import { withinBudget } from './withinBudget.ts';

export interface AllPagesOptions {
  readonly explorer: Explorer;
  readonly resource: ResourceName;
  /** Its pagination is not used: the pages are as large as suits the resource. */
  readonly query: Query;
  /** The fields of the catalogue that are wanted; whole records without it. */
  readonly fields?: readonly string[] | undefined;
  /** What this is for, shown with the request limit. */
  readonly title?: string | undefined;
  readonly signal: AbortSignal;
  /** Called while the request limit is reached, until `resumesAt`, and with null when the work resumes. */
  readonly onWaiting?: (resumesAt: number | null) => void;
  readonly now: () => number;
}

/** As many requests as all records of a query take. */
export function pagesNeeded(resource: ResourceName, records: number): number {
  return Math.max(1, Math.ceil(records / largestPage(resource)));
}

/**
 * Every record of a query, page by page, all fetched after the start, or, working offline, all from the cached records. Waits
 * while the budget is spent. A record that moves to a later page while paging is given once.
 * @returns true where as many records came as the service counted on each page.
 * @throws FailureError when a page cannot be had; what was given before stands.
 */
export async function* allPages(options: AllPagesOptions): AsyncGenerator<RecordList, boolean> {
  const perPage = largestPage(options.resource);
  const notBefore = options.now();
  const seen = new Set<string>();
  let first: RecordList | undefined;
  let isSteady = true;

  for (let page = 1; ; page += 1) {
    const list = await readPage(options, { page, perPage }, notBefore);
    first ??= list;
    if (isLocal(list) !== isLocal(first)) throw new FailureError(connectionLost(list));
    const records = list.records.filter((record) => {
      const key = recordKey(record);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
    yield { ...list, records };
    const { pageCount, resultCount } = list.pagination;
    // Where records vanish, those behind them move to a page that was read.
    isSteady &&= resultCount === first.pagination.resultCount;
    if (page < pageCount) continue;
    return isSteady && seen.size === resultCount;
  }
}

/** One page. The service is known to answer empty where there are records: it is requested once more, then that is a failure. */
async function readPage(
  options: AllPagesOptions,
  pagination: { page: number; perPage: number },
  notBefore: number,
): Promise<RecordList> {
  const { explorer, resource, signal } = options;
  const query = { ...options.query, pagination };
  for (const refresh of [false, true]) {
    const { title = `All ${resources[resource].label.toLowerCase()}`, onWaiting, now, fields } = options;
    const list = await withinBudget(
      { resource, title, waiting: explorer.waiting, signal, now, onWaiting },
      () => explorer.list(resource, query, { signal, notBefore, refresh, fields, purpose: 'background' }),
    );
    const isMissing = list.records.length === 0 && list.pagination.resultCount > 0;
    if (!isMissing || pagination.page > list.pagination.pageCount) return list;
  }
  throw new FailureError({
    code: 'bad-answer',
    message: 'The service skipped a page. Start again later.',
    detail: `Page ${pagination.page.toString()} came empty.`,
  });
}

function connectionLost({ provenance }: RecordList): Failure {
  return {
    code: 'unreachable',
    message: 'The app went offline, or online, before the last page. Start again.',
    request: provenance.request,
  };
}

function isLocal(list: RecordList): boolean {
  return list.provenance.source === 'local';
}
