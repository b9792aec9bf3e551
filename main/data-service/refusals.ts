import { FailureError, hasCode, type Failure } from '../../preload/contract/failures.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';

/** The query is wrong: an older answer must not hide this. */
export const queryErrorCodes: ReadonlySet<Failure['code']> = new Set([
  'bad-query',
  'not-found',
  'canceled',
  'bad-arguments',
]);

/** The service cannot answer now: use cached records. */
export const noAnswer: ReadonlySet<Failure['code']> = new Set([
  'unreachable',
  'timeout',
  'service-error',
  'rate-limited',
]);

export function throwNothingCached(resource: ResourceName): never {
  throw new FailureError({
    code: 'offline',
    message: `No ${resources[resource].label.toLowerCase()} of this view are in the cache yet. Go online and open it once.`,
  });
}

export function reasonOf(failure: Failure): string {
  return failure.detail === undefined ? failure.message : `${failure.message} (${failure.detail})`;
}

/** Treats a query that only the service understands, or damaged records, as one without a local answer. */
export function ignoreUnanswered(error: unknown): null {
  if (hasCode(error, 'bad-query') || hasCode(error, 'damaged')) return null;
  throw error;
}
