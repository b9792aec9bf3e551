import type { RecordList } from '../../preload/contract/bridge.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import type { Query } from '../../preload/contract/query.ts';
import { recordKey } from '../../preload/contract/records.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import { maxPerPage } from '../service/assumptions.ts';
import type { Explorer } from './explorer.ts';

export interface AllPagesOptions {
  readonly explorer: Explorer;
  readonly resource: ResourceName;
  /** Its pagination is not used: the pages are as large as suits the resource. */
  readonly query: Query;
  readonly signal: AbortSignal;
  /** Told while the budget is spent, until `resumesAt`, and with null when the work goes on. */
  readonly onWaiting?: (resumesAt: number | null) => void;
  readonly now: () => number;
}

/** Records of these resources weigh up to 25 KB each, so that a thousand of them would be a 25 MB answer. */
const heavyPerPage = 200;

/** Where the service names no moment, the budget of an hour refills by one request in half a minute. */
const defaultWaitMs = 30_000;

/**
 * Every record of a query, page by page. Waits while the budget is spent. A record that moves to a later page while paging is
 * given once.
 * @throws FailureError when a page cannot be had; what was given before stands.
 */
export async function* allPages(options: AllPagesOptions): AsyncGenerator<RecordList> {
  const { explorer, resource, signal } = options;
  const perPage = resource === 'transactions' ? maxPerPage : heavyPerPage;
  const seen = new Set<string>();
  let first: RecordList | undefined;

  for (let page = 1; ; page += 1) {
    const query = { ...options.query, pagination: { page, perPage } };
    const list = await withinBudget(options, () => explorer.list(resource, query, { signal }));
    first ??= list;
    if (isLocal(list) !== isLocal(first)) {
      throw new FailureError({
        code: 'unreachable',
        message: 'The connection was lost before the last page. Start again when the service can be reached.',
        ...(list.provenance.staleReason === undefined ? {} : { detail: list.provenance.staleReason }),
        request: list.provenance.request,
      });
    }
    const records = list.records.filter((record) => {
      const key = recordKey(record);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
    yield { ...list, records };
    if (list.records.length === 0 || page >= list.pagination.pageCount) return;
  }
}

function isLocal(list: RecordList): boolean {
  return list.provenance.source === 'local';
}

async function withinBudget<T>(options: AllPagesOptions, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code !== 'rate-limited') throw error;
      const resumesAt = error.failure.retryAt ?? options.now() + defaultWaitMs;
      options.onWaiting?.(resumesAt);
      await until(resumesAt, options);
      options.onWaiting?.(null);
    }
  }
}

function until(moment: number, { now, signal }: AllPagesOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      clearTimeout(timer);
      reject(new FailureError({ code: 'cancelled', message: 'The work was cancelled.' }));
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', cancel);
        resolve();
      },
      Math.max(moment - now(), 0) + 50,
    );
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
}
