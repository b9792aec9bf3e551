import { FailureError } from '../../../preload/contract/failures.ts';

export const kinds = {
  list: 'watchlist',
  alert: 'alert',
  firing: 'alert-firing',
  undelivered: 'alert-untold',
  truth: 'alert-state',
} as const;

/** `message` says why it cannot be saved and what to do. */
export function refused(message: string, detail?: string): FailureError {
  return new FailureError({ code: 'bad-arguments', message, ...(detail === undefined ? {} : { detail }) });
}
