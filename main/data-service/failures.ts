import { errorCode, FailureError, type Failure, type FailureCode } from '../../preload/contract/failures.ts';
import { isUpstreamError } from './assumptions.ts';
import { withoutKey } from './secrets.ts';

/** Request Timeout and Too Early may succeed at once (RFC 9110, 15.5.9; RFC 8470, 5.2). */
const passingStatuses: ReadonlySet<number> = new Set([408, 425]);

const anotherAnswered =
  'A firewall, proxy or sign-in page answered instead of the service. Sign in to the network, or ask its administrator.';

/** Rule: data service interface, "Errors" and "Limits". */
export function failureOfStatus(answer: {
  status: number;
  /** The service's message; undefined for an HTML page, which something in between may have sent. */
  message: string | undefined;
  request: string;
  retryAt: number | null;
}): Failure {
  const { status, message: words, request, retryAt } = answer;
  const failed = (code: FailureCode, message: string): Failure => ({
    code,
    message,
    ...(words === undefined ? {} : { detail: words }),
    request,
    status,
  });
  const later = retryAt === null ? {} : { retryAt };
  if (status === 511 || ((status === 401 || status === 403) && words === undefined))
    return { code: 'unreachable', message: anotherAnswered, request, status };
  if (status === 401 || status === 403)
    return failed(
      'key-rejected',
      'The service did not accept the API key. Check the key and enter it again.',
    );
  if (status === 407) return failed('unreachable', proxyRefuses);
  if (status === 404) return failed('not-found', 'The service does not have this. It may have been removed.');
  if (status === 429) {
    const unsaid = ' The service did not say when it accepts requests again: within the hour.';
    const message = `Hourly request limit reached.${retryAt === null ? unsaid : ''}`;
    return { ...failed('rate-limited', message), ...later };
  }
  if (status >= 500 || passingStatuses.has(status) || isUpstreamError(status, words ?? '')) {
    const message =
      retryAt === null ? 'Service error. Try again in a few minutes.' : 'The service is not available.';
    return { ...failed('service-error', message), ...later };
  }
  // A success whose body reports an error.
  if (status < 300) return failed('service-error', 'The service responded with an error.');
  if (status >= 400)
    return failed('bad-query', 'The service rejected this query. Change it and run it again.');
  return badAnswer(`The response has status ${status.toString()}.`, request, status);
}

export function reasonOf({ message, status, detail }: Failure): string {
  if (status === undefined) return message;
  return `The service answered ${status.toString()}${detail === undefined ? '' : ` (${detail})`}.`;
}

export function badAnswer(detail: string, request: string, status?: number): Failure {
  return {
    code: 'bad-answer',
    message: 'The app cannot read the response of the service. Check the base URL, or try again later.',
    detail,
    request,
    ...(status === undefined ? {} : { status }),
  };
}

/** For an empty list without a filter, received twice: services have answered so to valid queries. */
export function listsNone(what: string, request: string): Failure {
  return {
    code: 'incomplete',
    message: `The service lists no ${what}. It may have none yet: try again later.`,
    request,
  };
}

/** For a success that is not JSON: the network in between sent a page. */
export function notJson(contentType: string, request: string): Failure {
  const detail = `The response is not JSON (${contentType}).`;
  return contentType.includes('html')
    ? { code: 'unreachable', message: anotherAnswered, detail, request }
    : badAnswer(detail, request);
}

const proxyRefuses = 'The proxy cannot be reached, or refuses the connection. Check “Proxy” in the settings.';

/** Fetch gives no reason only if a proxy wants a login. Rule: Fetch, “HTTP-network-or-cache fetch”. */
const loginAtProxy = 'Proxy response (407)';

/** Rule: Chromium's `net_error_list.h`; of redirects, Electron's `net-client-request.ts` and undici. */
const causes = [
  [/ERR_(\w+_)?(PROXY|PROXIES|TUNNEL|SOCKS)|Proxy response/, proxyRefuses],
  [
    /redirect/i,
    'The base URL redirects to another address, as networks do before you sign in. Sign in to the network, or check the base URL.',
  ],
] as const;

/** Removes `key`, which a fetch repeats if it refuses a header. */
export function unreachable(error: unknown, request: string, key: string): Failure {
  const detail = withoutKey(deepestMessage(error), key);
  const [, message] = causes.find(([words]) => words.test(detail)) ?? [
    null,
    'The service cannot be reached. Check the network connection and the base URL.',
  ];
  return { code: 'unreachable', message, detail, request };
}

export function timedOut(timeoutMs: number, request: string): Failure {
  return noResponse(timeoutMs, 'Try again, or request fewer records.', request);
}

export function tooSlow(timeoutMs: number, request: string): Failure {
  return noResponse(timeoutMs, 'Try again, or sync these records: a sync waits longer.', request);
}

function noResponse(timeoutMs: number, advice: string, request: string): Failure {
  const seconds = Math.round(timeoutMs / 1000).toString();
  return {
    code: 'timeout',
    message: `The service did not respond within ${seconds} seconds. ${advice}`,
    request,
  };
}

export function canceled(request: string): Failure {
  return { code: 'canceled', message: 'The request was canceled.', request };
}

export const noKey: Failure = {
  code: 'no-key',
  message: 'No API key is stored for this connection. Enter one in the settings.',
};

/** `retryAt`: when a request is free, in milliseconds since 1970 UTC; null if unknown. */
export function budgetSpent(request: string, retryAt: number | null): Failure {
  return {
    code: 'rate-limited',
    message: 'Hourly request limit reached. Nothing was sent.',
    request,
    ...(retryAt === null ? {} : { retryAt }),
  };
}

/** Failures that a retry may resolve; never a rejected key or query, or an exhausted limit. */
export function isWorthRetrying(failure: Failure): boolean {
  return failure.code === 'service-error' || failure.code === 'unreachable' || failure.code === 'timeout';
}

/** The cause says more than `fetch failed`. */
export function deepestMessage(error: unknown): string {
  let current = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  if (!(current instanceof Error)) return String(current);
  return current.message || errorCode(current) || loginAtProxy;
}

const tooLong: ReadonlySet<number | undefined> = new Set([413, 414, 431]);

/** True if the service or a gateway accepts only shorter requests. */
export function isTooLongRequest(error: unknown): boolean {
  return error instanceof FailureError && tooLong.has(error.failure.status);
}

const withoutAnswer: ReadonlySet<string> = new Set(['bad-query', 'not-found', 'timeout', 'service-error']);

/** True if the service refuses or fails, for requests whose answer would only confirm others. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof FailureError && withoutAnswer.has(error.failure.code);
}
