import { FailureError } from '../../../preload/contract/failures.ts';

/** The failure of a watchlist or an alert that cannot be saved as it is. `message` says why and what to do. */
export function refused(message: string, detail?: string): FailureError {
  return new FailureError({ code: 'bad-arguments', message, ...(detail === undefined ? {} : { detail }) });
}
