import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import type { SyncSubject } from '../../store/syncTypes.ts';
import type { RequestContext } from './requestContext.ts';
import { listRecords } from './listRecords.ts';
import { settledIds } from './settledIds.ts';

/** All records of a subject, fetched page by page. */
export interface WholeFetch extends SyncSubject {
  /** No page was fetched before it. In milliseconds since 1970 UTC. */
  readonly since: number;
  /** As the service counted them, the same on each page. */
  readonly count: number;
  readonly signal?: AbortSignal | undefined;
}

/** Why there is no mark, though everything was fetched: the filter cannot be run here, or changed records cannot be fetched now. */
const leavesNoMark: ReadonlySet<Failure['code']> = new Set([
  'bad-query',
  'unreachable',
  'timeout',
  'service-error',
  'rate-limited',
  'bad-answer',
  'offline',
]);

/**
 * Leaves the mark of a finished sync. Cached records that matched a filter and did not come are requested: they have changed, or
 * are gone. Where they cannot be had, or the filter cannot be run on cached records, no mark is left.
 */
export async function markFetched(
  context: RequestContext,
  { signal, resource, filter, since, count }: WholeFetch,
): Promise<void> {
  const { cache, now } = context;
  const requested: (string | number)[] = [];
  try {
    for (;;) {
      const subject = { resource, filter, since, count, requested, now: now() };
      const { unrequested } = await cache.syncs.markFetched(subject);
      if (unrequested.length === 0) return;
      const list = await listRecords(
        context,
        resource,
        {
          filter: { operator: 'in', field: 'id', value: [...unrequested] },
          pagination: { page: 1, perPage: unrequested.length },
        },
        { signal, notBefore: since, refresh: true, fields: ['id'], purpose: 'background' },
      );
      const settled = settledIds(unrequested, list);
      if (settled.length === 0) return;
      requested.push(...settled);
    }
  } catch (error) {
    if (!(error instanceof FailureError) || !leavesNoMark.has(error.failure.code)) throw error;
  }
}
