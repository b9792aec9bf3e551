import { FailureError, hasCode, type Failure } from '../../preload/contract/failures.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';

/** The refusals that mean the question is wrong: an older answer must not hide them. */
export const queryErrorCodes: ReadonlySet<Failure['code']> = new Set([
  'bad-query',
  'not-found',
  'cancelled',
  'bad-arguments',
]);

/** No answer is to be had now: the cached records are the best there is. */
export const noAnswer: ReadonlySet<Failure['code']> = new Set([
  'unreachable',
  'timeout',
  'service-error',
  'rate-limited',
]);

/** Throws that no answer is to be had without the service. */
export function throwNothingCached(resource: ResourceName): never {
  throw new FailureError({
    code: 'offline',
    message: `No ${resources[resource].label.toLowerCase()} of this view are in the cache yet. Go online and open it once.`,
  });
}

/** The app's sentence, followed by the service's own words where there are any. */
export function reasonOf(failure: Failure): string {
  return failure.detail === undefined ? failure.message : `${failure.message} (${failure.detail})`;
}

/**
 * Takes a query that the service understands and the local engine does not, or of which the disk has damaged records, for one without a local
 * answer.
 */
export function ignoreUnanswered(error: unknown): null {
  if (hasCode(error, 'bad-query') || hasCode(error, 'damaged')) return null;
  throw error;
}
