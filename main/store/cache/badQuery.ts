import { FailureError } from '../../../preload/contract/failures.ts';

/** A query that cannot be answered from the cache. `detail` names the part. */
export function badQuery(detail: string, cause?: unknown): FailureError {
  const message = 'The query cannot be answered. Change the part that is named and run it again.';
  return new FailureError({ code: 'bad-query', message, detail }, { cause });
}
