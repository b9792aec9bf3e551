import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startOnElectron } from '../e2e/fixtures/electronApp.ts';
import type { Running } from '../e2e/fixtures/runningApp.ts';
import { startOnShell } from '../e2e/fixtures/shellApp.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { startCertificateHost } from './certificateHost.ts';
import { call, expect, ready, runsOnElectron, test, type App } from './runtimeApp.ts';

/** Requests of main: docs/api/client-request.md; lib/common/api/net-client-request.ts. */

interface Answered {
  status?: number;
  text?: string;
  headers?: Record<string, string>;
  failed?: true;
  name?: string;
  message?: string;
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly requests: IncomingMessage[];
}

async function serve(respond: Respond): Promise<Server> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** As the app asks: see `TransportInit`. */
const asApp = {
  method: 'GET',
  headers: { accept: 'application/json', authorization: 'Bearer x' },
  redirect: 'error',
  credentials: 'omit',
  cache: 'no-store',
};

async function ask(app: App, url: string, init: object = asApp, read = true): Promise<Answered> {
  return (await call(app, 'ask', url, init, read)) as Answered;
}

test.beforeEach(({ app }) => ready(app));

test('there is no session before the app is ready', async ({ app }) => {
  // docs/api/session.md: "Session can only be received when app is ready"
  expect(await call(app, 'beforeReady')).toBe('Session can only be received when app is ready');
});

test('headers go as they were given, no cookie goes, and none is stored', async ({ app }) => {
  await using server = await serve((_request, response) => {
    response
      .writeHead(200, { 'set-cookie': 'kept=1; Max-Age=1000', 'content-type': 'application/json' })
      .end('{}');
  });
  for (let turn = 0; turn < 2; turn += 1)
    expect(await ask(app, `${server.url}/a`)).toMatchObject({ status: 200 });
  for (const { headers } of server.requests) {
    expect(headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer x' });
    expect(headers.cookie).toBeUndefined();
    expect(headers.origin).toBeUndefined();
  }
});

test('an answer is not cached, and one that names its version is requested with it', async ({ app }) => {
  // docs/api/session.md, `fromPartition` with `cache: false`
  await using server = await serve((request, response) => {
    const known = request.headers['if-none-match'] === '"1"';
    response.writeHead(known ? 304 : 200, { etag: '"1"', 'cache-control': 'max-age=1000' });
    response.end(known ? undefined : 'body');
  });
  expect(await ask(app, server.url)).toMatchObject({ status: 200, text: 'body' });
  expect(await ask(app, server.url)).toMatchObject({ status: 200, text: 'body' });
  const withVersion = { ...asApp, headers: { 'if-none-match': '"1"' } };
  expect(await ask(app, server.url, withVersion)).toMatchObject({ status: 304, text: '' });
  expect(server.requests).toHaveLength(3);
});

test('a redirect is refused before it is followed', async ({ app }) => {
  // lib/common/api/net-client-request.ts: redirect policy 'error'
  await using elsewhere = await serve((_request, response) => {
    response.end('elsewhere');
  });
  await using server = await serve((_request, response) => {
    response.writeHead(302, { location: elsewhere.url }).end();
  });
  expect(await ask(app, server.url)).toMatchObject({ failed: true });
  expect(elsewhere.requests).toEqual([]);
});

/** An app with an environment of its own. */
async function withEnvironment(
  environment: Readonly<Record<string, string>>,
  use: (running: Running) => Promise<void>,
): Promise<void> {
  const appFolder = path.resolve(import.meta.dirname, 'app');
  const start = runsOnElectron() ? startOnElectron : startOnShell;
  const running = await start({ appFolder, userDataDir: makeTemporaryFolder('runtime'), environment });
  try {
    await expect(running.window.locator('output')).toHaveText('Echoed');
    await use(running);
  } finally {
    await running.kill();
  }
}

function askOf({ window }: Running, url: string): Promise<unknown> {
  return window.evaluate(([asked, init]) => globalThis.runtime.call('ask', asked, init), [
    url,
    asApp,
  ] as const);
}

test('requests take the proxy of the system, which the environment names on Linux', async () => {
  // docs/api/session.md, `setProxy`, mode 'system'; shell/browser/net/system_network_context_manager.cc
  test.skip(process.platform !== 'linux', 'Elsewhere the proxy is set in the system itself.');
  await using proxy = await serve((request, response) => {
    response.end(`by the proxy: ${request.url ?? ''}`);
  });
  const environment = { http_proxy: proxy.url, no_proxy: '', XDG_CURRENT_DESKTOP: '' };
  await withEnvironment(environment, async (running) => {
    expect(await askOf(running, 'http://service.invalid/v4/assets')).toMatchObject({
      status: 200,
      text: 'by the proxy: http://service.invalid/v4/assets',
    });
  });
});

test('a host that asks for a certificate of the user gets none', async () => {
  // docs/breaking-changes.md, 44: `select-client-certificate`; `App::SelectClientCertificate`
  await using host = await startCertificateHost();
  await withEnvironment(host.environment, async (running) => {
    expect(await askOf(running, host.url)).toMatchObject({ status: 200, text: 'answered' });
  });
  expect(host.given).toEqual(['none']);
});

test('a check for updates passes a proxy that asks, and ends where the proxy refuses', async ({ app }) => {
  // electron-updater's `AppUpdater`: the event `login` of its requests; lib/common/api/net-client-request.ts: who answers it
  const wanted = `Basic ${btoa('somebody:right')}`;
  await using proxy = await serve((request, response) => {
    if (request.headers['proxy-authorization'] !== wanted) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="company"' }).end();
      return;
    }
    const file = { url: 'app.zip', sha512: 'x', size: 1 };
    response.end(JSON.stringify({ version: '1.0.0', files: [file], path: file.url, sha512: file.sha512 }));
  });
  expect(await call(app, 'checkForUpdate', proxy.url, 'somebody', 'wrong')).toContain('failed');
  expect(await call(app, 'checkForUpdate', proxy.url, 'somebody', 'right')).toBe('1.0.0');
});

test('a host that is not there fails, and says so', async ({ app }) => {
  const server = await serve((_request, response) => {
    response.end();
  });
  await server[Symbol.asyncDispose]();
  const answer = await ask(app, server.url);
  expect(answer.failed).toBe(true);
  // Electron: shell/browser/net; the shell: Node's words.
  expect(answer.message).toMatch(runsOnElectron() ? /net::ERR_CONNECTION_REFUSED/ : /fetch failed/);
});

test('an abort ends a request before it is sent, and after its headers', async ({ app }) => {
  // docs/api/client-request.md, `request.abort`
  let closed = 0;
  await using server = await serve((_request, response) => {
    response.writeHead(200).write('the beginning');
    response.on('close', () => (closed += 1));
  });
  expect(await ask(app, `${server.url}/before`, { ...asApp, abortAfter: 'before' })).toMatchObject({
    failed: true,
  });
  expect(server.requests).toEqual([]);
  expect(await ask(app, `${server.url}/headers`, { ...asApp, abortAfter: 'headers' })).toMatchObject({
    failed: true,
  });
  await expect.poll(() => closed).toBe(1);
});

for (const [what, head] of [
  ['status 999', 'HTTP/1.1 999 Odd'],
  ['status 600', 'HTTP/1.1 600 Odd'],
  ['a header whose bytes are no UTF-8', 'HTTP/1.1 200 OK\r\nX-Odd: \xE9'],
  ['a reason whose bytes are no UTF-8', 'HTTP/1.1 200 \xE9'],
] as const) {
  test(`an odd answer is read or refused, and the app lives: ${what}`, async ({ app }) => {
    // lib/browser/api/net-fetch.ts throws at it where nobody catches: Electron issues 42244 and 46819
    await using server = await serve((request) => {
      request.socket.end(Buffer.from(`${head}\r\nContent-Length: 4\r\n\r\nbody`, 'latin1'));
    });
    const answer = await ask(app, server.url);
    if (what.startsWith('status')) expect(answer.message).toContain('no valid answer');
    else {
      expect(answer).toMatchObject({ status: 200, text: 'body' });
      expect(answer.headers).not.toHaveProperty('x-odd');
    }
    expect(await call(app, 'echo', 'lives')).toBe('lives');
  });
}

test('a request does not tell the languages of the user', async ({ app }) => {
  // shell/browser/net/network_context_service.cc sets them for every request
  await using server = await serve((_request, response) => {
    response.end();
  });
  expect(await ask(app, server.url)).toMatchObject({ status: 200 });
  expect(server.requests[0]?.headers['accept-language']).toBe('*');
});

test('a body that is cut off is a failure, not a short answer', async ({ app }) => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('short');
    setTimeout(() => response.destroy(), 50);
  });
  expect(await ask(app, server.url)).toMatchObject({ failed: true });
});

test('of seven requests to a host the seventh waits, and unread bodies occupy their connections until they are aborted', async ({
  app,
}) => {
  // Chromium: six sockets for a host
  await using server = await serve((_request, response) => {
    response.writeHead(200).write('the beginning');
  });
  const urls = Array.from({ length: 6 }, (_, at) => `${server.url}/${at.toString()}`);
  // Their headers are there, and nobody reads on.
  for (const url of urls) expect(await ask(app, url, asApp, false)).toMatchObject({ status: 200 });
  const seventh = ask(app, `${server.url}/seventh`, asApp, false);
  const early = await Promise.race([seventh, new Promise((resolve) => setTimeout(resolve, 1000, 'waits'))]);
  expect(early).toBe('waits');
  expect(server.requests).toHaveLength(6);
  await call(app, 'abort', urls[0] ?? '');
  expect(await seventh).toMatchObject({ status: 200 });
});
