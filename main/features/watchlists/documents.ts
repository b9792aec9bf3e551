import { FailureError } from '../../../preload/contract/failures.ts';

/** The kinds of the user's documents about watchlists and alerts. */
export const kinds = {
  list: 'watchlist',
  alert: 'alert',
  firing: 'alert-firing',
  /** A firing that was not reported yet, by its id. */
  undelivered: 'alert-untold',
  /** The last result of an alert on a metric. */
  truth: 'alert-state',
} as const;

/** The failure of a watchlist or an alert that cannot be saved as it is. `message` says why and what to do. */
export function refused(message: string, detail?: string): FailureError {
  return new FailureError({ code: 'bad-arguments', message, ...(detail === undefined ? {} : { detail }) });
}
