import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on a free loopback port that records requests and answers as the test needs. */
export type TestServer = Awaited<ReturnType<typeof listen>>;

export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse, nth: number) => void,
) {
  /** In order. */
  const requests: { path: string; authorization: string | undefined; method: string }[] = [];
  const server = createServer((request, response) => {
    requests.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      method: request.method ?? '',
    });
    answer(request, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port.toString()}`,
    requests,
    async [Symbol.asyncDispose](): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answering(
  ...answer: [status: number, value: unknown, headers?: Record<string, string>]
): Promise<TestServer> {
  return listen((_request, response) => {
    sendJson(response, ...answer);
  });
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
