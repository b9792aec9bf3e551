import type { GrantedLimit } from './budget.ts';
import { parseAnswer, partialAnswer, replacedNotes } from '../../preload/contract/answerNotes.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { isErrorBody, readErrorMessage } from './answers.ts';
import { maxJsonBytes, limitHeaders, retryHeaders } from './assumptions.ts';
import { badAnswer, canceled, failureOfStatus, notJson, timedOut, unreachable } from './failures.ts';
import { hideSecret, holdsSecret, withoutKey } from './secrets.ts';
import type { Transport } from './transport.ts';
import { dayMs, hourMs } from '../../preload/contract/days.ts';

export interface JsonRequest {
  readonly baseUrl: string;
  /** Such as `/v4/assets?query=…`. Failures name this, never the key. */
  readonly pathAndQuery: string;
  readonly key: string;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly etag?: string | undefined;
  readonly onLimit?: ((granted: GrantedLimit) => void) | undefined;
}

/** Bytes on shared memory: another thread reads them without a copy. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly etag: string | null;
}

/**
 * Sends a GET.
 * @returns null if the version of `request.etag` is current
 * @throws FailureError with a code of the service (`key-rejected`, `bad-query`, `not-found`, `rate-limited`,
 *   `unreachable`, `timeout`, `service-error`, `bad-answer`, `canceled`)
 */
export async function requestBody(request: JsonRequest): Promise<Body | null> {
  const named = request.pathAndQuery;
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const ended = new AbortController();
  const signal = AbortSignal.any([request.signal, timeout, ended.signal]);
  const broken = (error: unknown): FailureError => {
    if (request.signal.aborted) return new FailureError(canceled(named));
    if (timeout.aborted) return new FailureError(timedOut(request.timeoutMs, named));
    return new FailureError(unreachable(error, named, request.key));
  };
  if (request.signal.aborted) throw new FailureError(canceled(named));

  let response: Response;
  let bytes: Uint8Array | null;
  try {
    response = await request.transport(`${request.baseUrl}${named}`, {
      method: 'GET',
      headers: {
        authorization: `Bearer ${request.key}`,
        accept: 'application/json',
        ...(request.etag === undefined ? {} : { 'if-none-match': request.etag }),
      },
      signal,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    });
    const granted = readHourlyLimit(response.headers);
    if (granted !== null) request.onLimit?.(granted);
    bytes = await readBounded(response, request.maxBodyBytes);
  } catch (error) {
    throw broken(error);
  } finally {
    ended.abort();
  }
  if (bytes === null) {
    const limit = Math.round(request.maxBodyBytes / 1024 / 1024).toString();
    throw new FailureError(
      badAnswer(`The response is larger than ${limit} MB. Request fewer records.`, named, response.status),
    );
  }
  if (response.status === 304 && request.etag !== undefined) return null;
  const isJson = startsAsJson(bytes);
  // A longer body is no error message.
  const problem =
    isJson && bytes.length <= maxProblemBytes ? parseJson(readText(bytes).text)?.value : undefined;
  // No request asks for a range.
  if (response.status === 206) throw new FailureError(badAnswer(partialAnswer, named, response.status));
  if (!response.ok || isErrorBody(problem)) {
    const words = readErrorMessage(problem);
    throw new FailureError(
      failureOfStatus({
        status: response.status,
        // The message may quote the request.
        message: words === undefined ? undefined : withoutKey(words, request.key),
        request: named,
        retryAt: readRetryAt(response.headers, Date.now()),
      }),
    );
  }
  const contentType = response.headers.get('content-type') ?? 'no content type';
  if (!isJson) throw new FailureError(notJson(withoutKey(contentType, request.key), named));
  await hideSecret(bytes, request.key);
  const etag = response.headers.get('etag');
  return { bytes, etag: etag === null || holdsSecret(etag, request.key) ? null : etag };
}

export interface JsonAnswer {
  readonly value: unknown;
  readonly notes: readonly string[];
}

export async function requestJson(request: Omit<JsonRequest, 'etag'>): Promise<JsonAnswer> {
  const body = await requestBody({ ...request, maxBodyBytes: Math.min(request.maxBodyBytes, maxJsonBytes) });
  const { text, notes } = readText(body?.bytes ?? new Uint8Array());
  const parsed = parseJson(text);
  if (parsed === null)
    throw new FailureError(badAnswer('The response is not JSON, or was cut off.', request.pathAndQuery));
  return { value: parsed.value, notes: [...notes, ...parsed.notes] };
}

export function readText(bytes: Uint8Array): { text: string; notes: string[] } {
  const text = new TextDecoder().decode(new Uint8Array(bytes));
  return { text, notes: replacedNotes(text, bytes) };
}

const maxProblemBytes = 64 * 1024;

/** Returns whether the first byte after white space opens an object or list: HTML does not. */
function startsAsJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => !isSpace(byte));
  return first === 0x7b || first === 0x5b;
}

/** White space of JSON (RFC 8259, 2) and bytes of a byte order mark. */
function isSpace(byte: number): boolean {
  return [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte);
}

function parseJson(text: string): ReturnType<typeof parseAnswer> | null {
  try {
    return parseAnswer(text);
  } catch {
    return null;
  }
}

/** Larger numbers in a reset header are times, smaller ones seconds. */
const firstPlausibleEpochSeconds = 1_000_000_000;
const firstPlausibleEpochMs = 1_000_000_000_000;
/** Longer pauses are cut to this. */
const longestPauseMs = dayMs;

/**
 * Returns when to send the next request (milliseconds since 1970 UTC, at most a day from now), or null
 * without a header. Reads seconds, moments in seconds or milliseconds, and HTTP dates. Rule: RFC 9110,
 * 10.2.3.
 */
export function readRetryAt(headers: Headers, now: number): number | null {
  for (const name of retryHeaders) {
    const text = headers.get(name)?.trim();
    if (text === undefined || text === '') continue;
    const moment = readMoment(text, now);
    if (moment !== null) return Math.min(Math.max(moment, now), now + longestPauseMs);
  }
  return null;
}

const highestLimit = 1_000_000;

/** Returns granted requests an hour from `300` or `300, 300;w=1800` (window in seconds), or null. */
export function readHourlyLimit(headers: Headers): GrantedLimit | null {
  for (const name of limitHeaders) {
    const text = headers.get(name) ?? '';
    const count = Number(/^\s*(\d{1,9})\s*(?:[,;]|$)/.exec(text)?.[1] ?? NaN);
    const window = Number(/;\s*w=(\d{1,9})/.exec(text)?.[1] ?? hourMs / 1000);
    const perHour = Math.floor((count * hourMs) / 1000 / window);
    const left = headers.get(name.replace('limit-limit', 'limit-remaining')) ?? '';
    if (window >= 1 && perHour >= 1)
      return { perHour: Math.min(perHour, highestLimit), left: /^\d{1,9}$/.test(left) ? Number(left) : 0 };
  }
  return null;
}

function readMoment(text: string, now: number): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number >= firstPlausibleEpochMs) return number;
    if (number >= firstPlausibleEpochSeconds) return number * 1000;
    return now + number * 1000;
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : date;
}

/** Returns the body on shared memory; null above the limit, when the sender aborts the request. */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  if (response.body !== null) {
    const chunks: ReadableStream<Uint8Array> = response.body;
    for await (const chunk of chunks) {
      length += chunk.byteLength;
      if (length > maxBytes) return null;
      parts.push(chunk);
    }
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}
