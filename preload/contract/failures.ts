/** Expected failures. The window has a message and a remedy for each code. */
export const failureCodes = [
  'no-key', // no stored key for this connection
  'key-rejected', // the service answered 401
  'bad-query', // the service or the local engine refused the query
  'not-found', // the service does not know the record
  'rate-limited', // the hourly limit is used up
  'unreachable', // connection failed or broke
  'timeout', // the service did not answer in time
  'service-error', // the service answered 5xx
  'bad-answer', // the answer violates the interface
  'many-removed', // far fewer records than before; nothing was removed
  'incomplete', // the list is not proven complete; received records are cached
  'offline', // offline or cache only, and nothing is cached for this
  'not-allowed', // forbidden by the administrator's policy
  'canceled', // by the user or the requesting view
  'bad-arguments', // a call's arguments violate the contract
  'newer-data', // a newer version of the app wrote a local database
  'damaged', // cached records fail their checksum
  'storage', // a local database or file could not be read or written
  'file', // a file that the user chose could not be written or read
  'internal', // a bug of the app
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** Crosses the bridge as a value: thrown errors keep only their message. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly detail?: string | undefined;
  /** Path and query, never the key. */
  readonly request?: string | undefined;
  readonly status?: number | undefined;
  /** Time of the newest backup in milliseconds since 1970 UTC. */
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

export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // Node has no name for EDQUOT. Rule: errno(3) of Linux and macOS.
  if ('errno' in error && (error.errno === -122 || error.errno === -69)) return 'EDQUOT';
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
