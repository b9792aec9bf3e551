import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIcons } from '../../../../main/features/icons/icons.ts';
import { requestBody } from '../../../../main/data-service/request.ts';
import type { Transport } from '../../../../main/data-service/transport.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/**
 * Answers that are not read to their end. On Electron a body that is canceled keeps its connection; only a request that is
 * aborted gives it back (`fetchWithSession` in Electron's `net-fetch.ts`), and a host has six of them.
 */

let url = '';
let respond: (response: ServerResponse) => void = (response) => response.end();
let closed: Promise<unknown[]> = Promise.resolve([]);
const server = createServer((_request, response) => {
  closed = once(response, 'close');
  respond(response);
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Node's requests, with bodies that do as Electron's: whoever cancels one cancels nothing. */
const likeElectron: Transport = async (address, init) => {
  const { status, headers, body } = await fetch(address, init);
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
  const uncanceled = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await reader?.read();
      if (part?.value === undefined) controller.close();
      else controller.enqueue(part.value);
    },
  });
  return new Response(uncanceled, { status, headers });
};

/** Writes and never ends. */
function write(response: ServerResponse, status: number, type: string): void {
  response.writeHead(status, { 'content-type': type });
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
  };
  response.on('drain', more);
  more();
}

it('an answer that is too large gives its connection back at once', async () => {
  respond = (response) => {
    write(response, 200, 'application/json');
  };
  const asked = requestBody({
    baseUrl: url,
    pathAndQuery: '/v4/assets',
    key: 'k',
    transport: likeElectron,
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    maxBodyBytes: 1_000_000,
  });
  await expect(asked).rejects.toMatchObject({ failure: { code: 'bad-answer' } });
  await closed;
});

it.each([
  ['too large', 200],
  ['refused', 404],
])('an icon that is %s gives its connection back at once', async (_what, status) => {
  respond = (response) => {
    write(response, status, 'image/png');
  };
  const folder = makeTemporaryFolder('icons');
  const icons = createIcons({ folder, transport: likeElectron, now: Date.now });
  expect(await icons.fetch(`${url}/icon.png`, { offline: false })).toBeNull();
  await closed;
});
