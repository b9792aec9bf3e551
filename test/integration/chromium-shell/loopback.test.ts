import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../e2e/fixtures/runningApp.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { programsOf } from '../../support/processes.ts';
import { startFixture } from './fixtureApp.ts';

let app: Running;
let port = 0;

beforeAll(async () => {
  const userDataDir = makeTemporaryFolder('shell-test');
  app = await startFixture(userDataDir);
  port = portOf(userDataDir);
});

afterAll(() => app.quit());

interface Answer {
  status: number | undefined;
  body: string;
  policy: string | string[] | undefined;
}

/** Where the shell of this folder serves its pages, as its Chromium is told. */
function portOf(userDataDir: string): number {
  const [program] = programsOf(userDataDir).filter(({ command }) => command.includes('--proxy-server='));
  return Number(/--proxy-server=http:\/\/127\.0\.0\.1:(\d+)/.exec(program?.command ?? '')?.[1]);
}

/** Asks the server of the window's pages, from outside the window. */
async function ask(headers: Record<string, string>, path = '/', method = 'GET'): Promise<Answer> {
  const { host } = new URL(app.window.url());
  return new Promise((resolve, reject) => {
    const to = { hostname: '127.0.0.1', port, path, method, headers: { host, ...headers } };
    const asked = request(to, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode, body, policy: response.headers['content-security-policy'] });
      });
    });
    asked.once('error', reject);
    asked.end();
  });
}

/** The addresses at which something listens on this port, as the kernel writes them: 0100007F is 127.0.0.1. */
function addressesListening(port: number): string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  return ['tcp', 'tcp6'].flatMap((kind) =>
    [...readFileSync(`/proc/net/${kind}`, 'utf8').matchAll(/^\s*\d+: (\w+):(\w{4}) \w+:\w+ 0A /gm)].flatMap(
      ([, address = '', listening]) => (listening === hexPort ? [address] : []),
    ),
  );
}

describe('the loopback server of the shell', () => {
  it("answers its own pages with the app's headers", async () => {
    const { status, body, policy } = await ask({});
    expect([status, policy]).toEqual([200, expect.stringContaining("default-src 'none'")]);
    expect(body).toContain('<h1>Chromium shell fixture</h1>');
    expect((await ask({ origin: new URL(app.window.url()).origin })).status).toBe(200);
  });

  it.each([
    ['Host', { host: 'rebound.example' }],
    ['Host with the right port', { host: 'rebound.example:PORT' }],
    ['Host that is an address', { host: '127.0.0.1:PORT' }],
    ['Host without a port', { host: '127.0.0.1' }],
    ['Origin', { origin: 'https://foreign.example' }],
    ['Origin on loopback', { origin: 'http://127.0.0.1:1' }],
    ['Origin that is hidden', { origin: 'null' }],
    ['site', { 'sec-fetch-site': 'cross-site' }],
    ['site on loopback', { 'sec-fetch-site': 'same-site' }],
  ])('refuses a foreign %s', async (_what, headers) => {
    const sent = Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('PORT', port.toString()),
    ]);
    const { status, body } = await ask(Object.fromEntries(sent) as Record<string, string>);
    expect(status).toBe(403);
    expect(body).toMatch(/^Foreign /);
  });

  it('refuses every method of a foreign page', async () => {
    for (const method of ['POST', 'OPTIONS', 'HEAD']) {
      expect((await ask({ origin: 'https://foreign.example' }, '/', method)).status).toBe(403);
    }
  });

  it("passes on the handler's own refusals", async () => {
    expect(await ask({}, '/nothing.js')).toMatchObject({ status: 404, body: 'Not found' });
  });

  it('listens on loopback alone, as the debugging port does', (context) => {
    if (process.platform !== 'linux') context.skip('only Linux tells its open ports in files');
    const [, debuggingPort] = /listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(app.output()) ?? [];
    expect(addressesListening(port)).toEqual(['0100007F']);
    expect(addressesListening(Number(debuggingPort))).toEqual(['0100007F']);
  });

  it('serves a secure context under the same origin at every start, at an unpredictable port', async () => {
    const userDataDir = makeTemporaryFolder('shell-test');
    const seen: unknown[] = [];
    for (let start = 0; start < 2; start += 1) {
      const other = await startFixture(userDataDir);
      expect(portOf(userDataDir)).not.toBe(port);
      const before = await other.window.evaluate(() => {
        const storage = (globalThis as unknown as { localStorage: { kept?: string } }).localStorage;
        const { kept } = storage;
        storage.kept = 'from the start before';
        return [kept, (globalThis as unknown as { isSecureContext: boolean }).isSecureContext];
      });
      seen.push(before);
      await other.quit();
    }
    expect(seen).toEqual([
      [undefined, true],
      ['from the start before', true],
    ]);
  });
});
