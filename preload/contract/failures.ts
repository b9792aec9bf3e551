/** Expected failures. The window has a look and a remedy for each code. */
export const failureCodes = [
  'no-key', // nothing is stored for this connection
  'key-rejected', // the service answered 401
  'bad-query', // the service, or the local engine, refused the query
  'not-found', // the service does not know the record
  'rate-limited', // no request is left in this hour
  'unreachable', // no connection could be made, or it broke
  'timeout', // the service did not answer in time
  'service-error', // the service answered 5xx
  'bad-answer', // the answer is not what the interface says
  'many-removed', // far fewer records than before: nothing was removed
  'incomplete', // a list that was not proven to be whole: what came is in the cache
  'offline', // working offline or reading the cache alone, which has nothing for this
  'not-allowed', // the administrator of this computer has switched it off
  'cancelled', // by the user, or by the view that requested it
  'bad-arguments', // a call with arguments that do not fit the contract
  'newer-data', // a newer version of the app has written a local database
  'damaged', // cached records are not as they were written
  'storage', // a local database or file could not be read or written
  'file', // a file the user chose could not be written or read
  'internal', // an error of the app itself
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** Crosses the bridge as a value: thrown errors keep only their message. */
export interface Failure {
  readonly code: FailureCode;
  /** One sentence: what happened and what to do. */
  readonly message: string;
  /** The service's or the system's message. */
  readonly detail?: string | undefined;
  /** Path and query, never the key. */
  readonly request?: string | undefined;
  readonly status?: number | undefined;
  /** When the newest backup was made, in milliseconds since 1970 UTC. */
  readonly copyMadeAt?: number | undefined;
  /** In milliseconds since 1970 UTC. */
  readonly retryAt?: number | undefined;
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}

/** Thrown where a `Result` would pass through many callers. The bridge turns it into a value. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

export function hasCode(error: unknown, code: FailureCode): error is FailureError {
  return error instanceof FailureError && error.failure.code === code;
}

/** Other errors become `internal` with this message. */
export function failureOf(error: unknown, message: string): Failure {
  if (error instanceof FailureError) return error.failure;
  return { code: 'internal', message, detail: errorText(error) };
}

/** Returns the code of a system or library error, else ''. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // Node has no name for a quota that is used up. Rule: errno(3) of Linux, and of macOS.
  if ('errno' in error && (error.errno === -122 || error.errno === -69)) return 'EDQUOT';
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
