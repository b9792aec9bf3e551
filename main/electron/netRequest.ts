import { Readable } from 'node:stream';
import { net, type Session } from 'electron';
import type { TransportInit } from '../data-service/transport.ts';
import type { ReadProxyLogin } from '../features/connections/settings.ts';

/** Statuses without a body. Rule: Fetch Standard, "null body status". */
const withoutBody: readonly number[] = [204, 205, 304];

/**
 * Sends a request in a session. Rejects if the response is invalid: Electron's own `fetch` throws uncatchably
 * for a status outside 200 to 599, as after sleep, and for header bytes that are not UTF-8 (`net-fetch.ts`,
 * Electron issues 42244 and 46819).
 * @param readLogin returns the credentials for a proxy
 */
export async function requestBy(
  session: Session,
  url: string,
  { signal, headers, ...init }: TransportInit,
  readLogin: ReadProxyLogin,
): Promise<Response> {
  signal.throwIfAborted();
  const request = net.request({
    ...init,
    session,
    url,
    // Chromium's default states the user's languages.
    headers: { 'accept-language': '*', ...headers },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const abort = (): void => {
    reject(signal.reason);
    request.abort();
  };
  signal.addEventListener('abort', abort, { once: true });
  request.on('error', reject);
  request.on('response', (answer) => {
    try {
      resolve(responseOf(answer, () => request.abort()));
    } catch (error) {
      reject(error);
      request.abort();
    }
  });
  request.on('login', answerProxy(readLogin));
  request.end();
  return promise;
}

/**
 * Sends proxy credentials once per request, to proxies only (docs/api/client-request.md, `login`). Every
 * `login` event must be answered.
 */
export function answerProxy(
  readLogin: ReadProxyLogin,
): (
  asking: Pick<Electron.AuthInfo, 'isProxy' | 'host' | 'port'>,
  tell: (user?: string, password?: string) => void,
) => void {
  let isAsked = false;
  return ({ isProxy, host, port }, tell) => {
    // A proxy that asks again has refused the credentials.
    const reading = isProxy && !isAsked ? readLogin(`${host}:${port.toString()}`) : Promise.resolve(null);
    isAsked = true;
    void reading
      .catch(() => null)
      .then((login) => {
        if (login === null) tell();
        else tell(login.user, login.password);
      });
  };
}

/** @throws Error if the response is not valid HTTP */
function responseOf(
  answer: Pick<Electron.IncomingMessage, 'statusCode' | 'headers'>,
  abort: () => void,
): Response {
  // Electron declares less than the object has (`net-client-request.ts`).
  if (!(answer instanceof Readable)) throw new Error('The answer cannot be read.');
  // Handles errors even if the body is never read.
  answer.on('error', () => undefined);
  // An unread body would block one of the six connections to its host.
  answer.once('close', () => {
    if (!answer.readableEnded) abort();
  });
  const { statusCode: status, headers } = answer;
  if (status < 200 || status > 599)
    throw new Error(`The service gave no valid answer: status ${status.toString()}.`);
  const readable = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const text = [value].flat().join(', ');
    return /[^\0-\u00FF]/.test(text) ? [] : [[name, text]];
  });
  const isEmpty = withoutBody.includes(status);
  if (isEmpty) answer.resume();
  return new Response(isEmpty ? null : bodyOf(answer), { status, headers: readable });
}

function bodyOf(answer: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<unknown> = answer[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      const value: unknown = next.value;
      if (value instanceof Uint8Array) controller.enqueue(value);
      if (next.done === true) controller.close();
    },
    cancel() {
      answer.destroy();
    },
  });
}
