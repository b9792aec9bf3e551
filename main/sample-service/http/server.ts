import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { FailureError } from '../../../preload/contract/failures.ts';
import { problemAnswer, type Answer } from './answer.ts';
import type { Incoming } from './respond.ts';
import { sendFault, type FaultInjection } from './faultInjection.ts';

/** A running server. */
export interface SampleServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Large enough that any query a client can send gets an answer in JSON. */
const maxHeaderBytes = 1_000_000;
/**
 * What is read before it is called too large: a connection closed while a client still sends would be reset, and the answer
 * lost. Rule: RFC 9112, 9.6.
 */
const readHeaderBytes = 4 * maxHeaderBytes;

/** Listens on the loopback address only. `port` 0 picks a free one. */
export async function listen(
  port: number,
  respond: (incoming: Incoming) => Promise<Answer>,
  injectFault: FaultInjection,
): Promise<SampleServer> {
  const server = createServer({ maxHeaderSize: readHeaderBytes, keepAlive: true }, (request, response) => {
    void handle(request, response, respond, injectFault);
  });
  // Clients that page with pauses keep their connection.
  server.keepAliveTimeout = 65_000;
  server.on('clientError', refuse);
  await listening(server, port);
  const { port: chosen } = addressOf(server);
  return {
    url: `http://127.0.0.1:${chosen.toString()}`,
    close: async () => {
      const closed = new Promise<void>((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  respond: (incoming: Incoming) => Promise<Answer>,
  injectFault: FaultInjection,
): Promise<void> {
  // A body is of no use here; it is read away so that the connection can go on.
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
  const fault = await injectFault(incoming);
  const answer = (): Promise<Answer> => respondOrFail(respond, incoming);
  if (fault === null) send(response, await answer());
  else await sendFault(response, fault, answer);
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

/** An error of the service itself is reported on the terminal and to the client, and ends nothing. */
async function respondOrFail(
  respond: (incoming: Incoming) => Promise<Answer>,
  incoming: Incoming,
): Promise<Answer> {
  try {
    return await respond(incoming);
  } catch (error) {
    // What was still being made when the service ends is no error of it.
    if (!(error instanceof FailureError && error.failure.code === 'cancelled'))
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return problemAnswer(500, 'Internal server error');
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  // The length of a body that is left out is not the length of nothing (RFC 9110, 8.6).
  const length = status === 304 ? {} : { 'content-length': Buffer.byteLength(body).toString() };
  response.writeHead(status, { ...headers, ...length });
  response.end(body);
}

/** Answers what is no HTTP, as far as there is someone to answer. */
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
    `content-length: ${Buffer.byteLength(body).toString()}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

async function listening(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address;
}
