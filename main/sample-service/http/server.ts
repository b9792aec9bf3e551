import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemAnswer, type Answer, type Incoming } from './respond.ts';

// An import would also load `fetch`: 20 ms of each start.
const { createServer } = process.getBuiltinModule('node:http');

/** Generous: long queries get a JSON error. */
const maxHeaderBytes = 1_000_000;
/** Read before refusing: closing while the client sends loses the answer (RFC 9112, 9.6). */
const readHeaderBytes = 4 * maxHeaderBytes;

/** Listens on the loopback address only and returns the URL; port 0 picks a free one. */
export async function listen(
  port: number,
  respond: (incoming: Incoming) => Promise<Answer>,
): Promise<string> {
  const server = createServer({ maxHeaderSize: readHeaderBytes, keepAlive: true }, (request, response) => {
    void handle(request, response, respond);
  });
  // Keeps the connection of a client that pauses between pages.
  server.keepAliveTimeout = 65_000;
  server.on('clientError', refuse);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port.toString()}`;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  respond: (incoming: Incoming) => Promise<Answer>,
): Promise<void> {
  // Discards a body so the connection can continue.
  request.resume();
  response.on('error', () => undefined);
  if (headerBytes(request) > maxHeaderBytes) {
    send(response, tooLarge());
    return;
  }
  const incoming: Incoming = {
    method: request.method ?? '',
    target: request.url ?? '',
    authorization: request.headers.authorization,
    knownVersions: request.headers['if-none-match'],
  };
  try {
    send(response, await respond(incoming));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    send(response, problemAnswer(500, 'Internal server error'));
  }
}

function headerBytes({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length);
}

function tooLarge(): Answer {
  return problemAnswer(
    431,
    `The request line and headers have more than ${maxHeaderBytes.toString()} bytes.`,
  );
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  // A 304 must not claim a length of 0 (RFC 9110, 8.6).
  const length = status === 304 ? {} : { 'content-length': body.length.toString() };
  response.writeHead(status, { ...headers, ...length });
  response.end(body);
}

function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const { status, body, headers } = isLarge
    ? tooLarge()
    : problemAnswer(400, 'The request is not valid HTTP.');
  const lines = [
    `HTTP/1.1 ${status.toString()} ${isLarge ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length.toString()}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body.toString()}`);
}
