import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { isOnPath } from '../../../../build/system/commands.mjs';
import { makeCertificates } from '../../../support/certificates.ts';
import { runCommand, type Outcome } from '../../../support/runCommand.ts';

/**
 * The network of a company: everything goes through its proxy, and its own authority signs what it lets through. In the window
 * Chromium sees to both; here the command line asks through a real proxy, with Node's own settings for the two.
 */

const host = 'data.company.example';
const elsewhere = 'elsewhere.example';
const key = 'secret-key-0123456789';
const page = {
  results: [{ id: 1, name: 'One' }],
  pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: 1 },
};

const folder = makeTemporaryFolder('proxy');
/** What the proxy was told in the clear, and what arrived behind it. */
const tunnels: string[] = [];
const arrived: { authorization: string | undefined; url: string | undefined }[] = [];
let seenByProxy = Buffer.alloc(0);
let redirects = false;
let authority = '';
const servers: Server[] = [];
let proxyUrl = '';

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  if (!isOnPath('openssl')) {
    process.stdout.write(
      'The proxy is not tested: openssl, which makes its certificates, is not installed.\n',
    );
    return;
  }
  const made = makeCertificates(folder, host);
  authority = made.authority;
  const service = createHttps({ key: made.key, cert: made.certificate }, (request, response) => {
    arrived.push({ authorization: request.headers.authorization, url: request.url });
    if (redirects) response.writeHead(302, { location: `https://${elsewhere}${request.url ?? ''}` }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
  });
  const servicePort = await listening(service);
  const proxy = createHttp((_request, response) => {
    response.writeHead(405).end();
  });
  proxy.on('connect', (request, client: NodeJS.ReadWriteStream & { destroy(): void }) => {
    tunnels.push(request.url ?? '');
    const tunnel = connect(servicePort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.on('data', (bytes: Buffer) => {
        seenByProxy = Buffer.concat([seenByProxy, bytes]);
      });
      client.pipe(tunnel).pipe(client);
    });
    const end = (): void => {
      tunnel.destroy();
      client.destroy();
    };
    tunnel.on('error', end);
    client.on('error', end);
  });
  proxyUrl = `http://127.0.0.1:${(await listening(proxy)).toString()}`;
});

afterAll(() => {
  for (const server of servers) server.close();
});

beforeEach((context) => {
  if (proxyUrl === '') context.skip('openssl is not installed');
  tunnels.length = 0;
  arrived.length = 0;
  seenByProxy = Buffer.alloc(0);
  redirects = false;
});

function networks(trusted: Readonly<Record<string, string>>): Promise<Outcome> {
  const proxied = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxyUrl, NO_PROXY: '', no_proxy: '' };
  return runCommand(['query', 'networks', '--base-url', `https://${host}`], {
    folder: makeTemporaryFolder('proxy-data'),
    key,
    environment: { ...proxied, ...trusted },
  });
}

describe('behind the proxy of a company', () => {
  it('requests go through it, and the key is seen by the service alone', async () => {
    const { code, out } = await networks({ NODE_EXTRA_CA_CERTS: authority });
    expect([code, out]).toEqual([0, '{"id":1,"name":"One"}\n']);
    expect(new Set(tunnels)).toEqual(new Set([`${host}:443`]));
    expect(new Set(arrived.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${key}`]));
    expect(seenByProxy.length).toBeGreaterThan(0);
    expect(seenByProxy.includes(key)).toBe(false);
  });

  it('a certificate of an authority that the system does not trust is refused before the key is sent', async () => {
    const { code, err } = await networks({});
    expect(code).toBe(6);
    expect(err).toContain('cannot be reached');
    expect(err).not.toContain(key);
    expect(arrived).toEqual([]);
  });

  it('a redirect to another host is refused, and the key stays', async () => {
    redirects = true;
    const { code } = await networks({ NODE_EXTRA_CA_CERTS: authority });
    expect(code).toBe(6);
    expect(new Set(tunnels)).toEqual(new Set([`${host}:443`]));
  });
});
