import { FailureError } from '../../preload/contract/failures.ts';
import { readErrorMessage } from './answers.ts';
import { badAnswer, cancelled, failureOfStatus, timedOut, unreachable } from './faults.ts';
import { readRetryAt } from './retryAfter.ts';
import type { Transport } from './transport.ts';

export interface JsonRequest {
  readonly baseUrl: string;
  /** Path and query string, for example `/v4/assets?query=…`. This, never the key, is what failures name. */
  readonly pathAndQuery: string;
  readonly key: string;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
}

/**
 * Sends one GET and reads its JSON answer.
 * @throws FailureError with one of the codes of the service (`key-rejected`, `bad-query`, `not-found`, `rate-limited`,
 *   `unreachable`, `timeout`, `service-error`, `bad-answer`, `cancelled`).
 */
export async function requestJson(request: JsonRequest): Promise<unknown> {
  const { body, status, type } = await requestText(request);
  const answer = parseJson(body);
  if (answer === undefined) {
    throw new FailureError(badAnswer(`The answer is not JSON (${type}).`, request.pathAndQuery, status));
  }
  return answer;
}

/** A successful answer, not yet read. `type` is its content type, for sentences. */
export interface TextAnswer {
  readonly body: string;
  readonly status: number;
  readonly type: string;
}

/** As `requestJson`, for answers that are too large to be read at once. */
export async function requestText(request: JsonRequest): Promise<TextAnswer> {
  const named = request.pathAndQuery;
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any([request.signal, timeout]);
  const broken = (error: unknown): FailureError => {
    if (request.signal.aborted) return new FailureError(cancelled(named));
    if (timeout.aborted) return new FailureError(timedOut(request.timeoutMs, named));
    return new FailureError(unreachable(error, named, request.key));
  };
  if (request.signal.aborted) throw new FailureError(cancelled(named));

  let response: Response;
  let body: string | null;
  try {
    response = await request.transport(`${request.baseUrl}${named}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${request.key}`, accept: 'application/json' },
      signal,
      redirect: 'error',
    });
    body = await readBounded(response, request.maxBodyBytes);
  } catch (error) {
    throw broken(error);
  }
  if (body === null) {
    const limit = Math.round(request.maxBodyBytes / 1024 / 1024).toString();
    throw new FailureError(
      badAnswer(`The answer is larger than ${limit} MB. Ask for fewer records.`, named, response.status),
    );
  }

  if (!response.ok) {
    throw new FailureError(
      failureOfStatus({
        status: response.status,
        message: readErrorMessage(parseJson(body)),
        request: named,
        retryAt: readRetryAt(response.headers, Date.now()),
      }),
    );
  }
  return {
    body,
    status: response.status,
    type: response.headers.get('content-type') ?? 'no content type',
  };
}

/** The body as text; null, and the connection dropped, once it is larger than the limit. */
async function readBounded(response: Response, maxBytes: number): Promise<string | null> {
  if (response.body === null) return '';
  const chunks: ReadableStream<Uint8Array> = response.body;
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}

/** Undefined where the text is not JSON, which JSON itself cannot say. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
