import { describe, expect, it } from 'vitest';
import type { Access, Client, ClientOptions } from '../../../../main/data-service/client.ts';
import { answering, listen, sendJson, type TestServer } from '../../../support/httpServer.ts';
import { clientOf as clientOfService, failureOf } from '../../../support/testService.ts';

/** The client over real HTTP, against servers that answer well and badly. */

const key = 'secret-key-0123456789';

function clientOf({ url }: Pick<TestServer, 'url'>, options: Partial<ClientOptions> = {}): Client {
  return clientOfService({ url, key }, options);
}

const page = { results: [{ id: 1 }], pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: 1 } };

describe('a request', () => {
  it('carries the query as JSON in the one parameter, and the key as a bearer', async () => {
    await using server = await answering(200, page);
    const query = {
      filter: { operator: 'equals', field: 'name', value: 'A & B + C=%' },
      sort: { field: 'name', direction: 'asc' },
      pagination: { page: 2, perPage: 10 },
    } as const;
    await clientOf(server).list('assets', query);
    const [request] = server.requests;
    const url = new URL(request?.path ?? '', server.url);
    expect([request?.method, request?.authorization, url.pathname]).toEqual([
      'GET',
      `Bearer ${key}`,
      '/v4/assets',
    ]);
    expect([...url.searchParams.keys()]).toEqual(['query']);
    expect(JSON.parse(url.searchParams.get('query') ?? '')).toEqual(query);
  });

  it('has no parameter if there is no query', async () => {
    await using server = await answering(200, page);
    await clientOf(server).list('networks', {});
    expect(server.requests.map(({ path }) => path)).toEqual(['/v4/networks']);
  });

  it('is shared by callers that ask the same at the same time', async () => {
    await using server = await answering(200, page);
    const client = clientOf(server);
    await Promise.all([client.list('assets', {}), client.list('assets', {}), client.list('tokens', {})]);
    expect(server.requests).toHaveLength(2);
  });

  it('states the cached version, and is null if that is current', async () => {
    await using server = await listen((request, response) => {
      const isSame = request.headers['if-none-match'] === '"one"';
      response.writeHead(isSame ? 304 : 200, { etag: '"one"' });
      response.end(isSame ? undefined : JSON.stringify(page));
    });
    const client = clientOf(server);
    expect((await client.list('assets', {}))?.etag).toBe('"one"');
    expect(await client.list('assets', {}, { etag: '"one"' })).toBeNull();
    expect((await client.list('assets', {}, { etag: '"older"' }))?.etag).toBe('"one"');
  });

  it('is dropped when its caller leaves', async () => {
    const closed = Promise.withResolvers<unknown>();
    const arrived = Promise.withResolvers<unknown>();
    await using server = await listen((request) => {
      request.on('close', closed.resolve);
      arrived.resolve(null);
    });
    const leaver = new AbortController();
    const work = failureOf(clientOf(server).list('assets', {}, { signal: leaver.signal }));
    await arrived.promise;
    leaver.abort();
    expect((await work).code).toBe('canceled');
    await closed.promise;
  });
});

describe('a record', () => {
  it('is requested by its path, or by a filter where the resource has none', async () => {
    await using server = await listen((request, response) => {
      sendJson(response, 200, request.url?.startsWith('/v4/assets/') === true ? { id: 7 } : page);
    });
    const client = clientOf(server);
    await client.record('assets', 7);
    await client.record('issuers', '1');
    expect(server.requests[0]?.path).toBe('/v4/assets/7');
    expect(decodeURIComponent(server.requests[1]?.path ?? '')).toContain(
      '{"operator":"equals","field":"id","value":"1"}',
    );
  });
});

describe('failures', () => {
  it.each([
    [401, 'Invalid API key. Please ensure that the API key is correct and try again.', 'key-rejected'],
    [400, "Invalid operator 'x' for field 'y'", 'bad-query'],
    [400, "Cannot read properties of undefined (reading 'field')", 'bad-query'],
    [400, 'connect ETIMEDOUT 10.0.0.1:5432', 'service-error'],
    [400, 'socket hang up', 'service-error'],
    [400, 'request to http://10.0.0.7/sql failed, reason: connect EHOSTUNREACH 10.0.0.7:80', 'service-error'],
    [400, 'request to http://backend failed, reason: Client network socket disconnected', 'service-error'],
    [400, 'getaddrinfo ENOTFOUND backend.internal', 'service-error'],
    [400, 'TypeError: fetch failed', 'service-error'],
    [400, 'UND_ERR_SOCKET: other side closed', 'service-error'],
    // What is quoted is of the query.
    [400, "Invalid operator 'socket hang up' for field 'ETIMEDOUT'", 'bad-query'],
    [400, 'No reason given', 'bad-query'],
    [404, 'Asset 99 not found.', 'not-found'],
    [405, 'Method not allowed', 'bad-query'],
    [429, 'Too many requests', 'rate-limited'],
    [500, 'Internal server error', 'service-error'],
    [503, 'Unavailable', 'service-error'],
  ])('a %i saying "%s" is %s, with the words of the service', async (status, message, code) => {
    await using server = await answering(status, { message });
    expect(await failureOf(clientOf(server).list('assets', {}))).toMatchObject({
      code,
      status,
      detail: message,
      request: '/v4/assets',
    });
  });

  it.each([
    ['a list', { message: ['field must be a string', 'operator must be one of'], statusCode: 400 }],
    ['error', { error: 'field must be a string; operator must be one of' }],
    [
      'an error within',
      { error: { code: 'E42', message: 'field must be a string; operator must be one of' } },
    ],
    ['errors', { errors: [{ message: 'field must be a string' }, { message: 'operator must be one of' }] }],
    [
      'problem+json',
      { type: 'about:blank', title: 'No', detail: 'field must be a string; operator must be one of' },
    ],
  ])('the words of the service are shown from %s', async (_form, body) => {
    await using server = await answering(400, body);
    expect(await failureOf(clientOf(server).list('assets', {}))).toMatchObject({
      code: 'bad-query',
      detail: 'field must be a string; operator must be one of',
    });
  });

  it.each([
    [{ status: '0', message: 'NOTOK', result: 'Max calls per sec' }, 'NOTOK: Max calls per sec'],
    [{ errors: [{ message: 'Field x does not exist' }] }, 'Field x does not exist'],
    [{ message: 'Endpoint request timed out' }, 'Endpoint request timed out'],
  ])('a success that says %j is an error of the service', async (body, detail) => {
    await using server = await answering(200, body);
    expect(await failureOf(clientOf(server).list('assets', {}))).toMatchObject({
      code: 'service-error',
      detail,
    });
  });

  it.each([
    ['a sign-in page', 200, {}],
    ['a firewall', 403, {}],
    ['a gateway that wants a login', 401, {}],
    ['a network that wants a login', 511, {}],
    ['a redirect to a sign-in page', 302, { location: 'http://portal.example.test/login' }],
  ])('%s (%i) counts neither as the service nor as a wrong key', async (_who, status, headers) => {
    await using server = await listen((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html', ...headers });
      response.end('<html>Sign in</html>');
    });
    const { code, message } = await failureOf(clientOf(server).list('assets', {}));
    expect(code).toBe('unreachable');
    expect(message).toMatch(/[Ss]ign.in/);
  });

  it('a proxy that wants a login is named', async () => {
    await using server = await answering(407, {}, { 'proxy-authenticate': 'Basic realm="company"' });
    const { code, message } = await failureOf(clientOf(server).list('assets', {}));
    expect([code, message]).toEqual(['unreachable', expect.stringContaining('The proxy')]);
  });

  it('an answer of another type is a bad answer', async () => {
    await using server = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end('hello');
    });
    expect(await failureOf(clientOf(server).list('assets', {}))).toMatchObject({
      code: 'bad-answer',
      detail: 'The response is not JSON (text/plain).',
    });
  });

  it('silence is a timeout', async () => {
    await using server = await listen(() => undefined);
    expect((await failureOf(clientOf(server, { timeoutMs: 50 }).list('assets', {}))).code).toBe('timeout');
  });

  it('a body that stops in the middle is a timeout, a dropped connection unreachable', async () => {
    await using stalled = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"results":');
    });
    expect((await failureOf(clientOf(stalled, { timeoutMs: 100 }).list('assets', {}))).code).toBe('timeout');
    await using dropped = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"results":', () => response.destroy());
    });
    expect((await failureOf(clientOf(dropped).list('assets', {}))).code).toBe('unreachable');
  });

  it('a port that nothing listens on is unreachable', async () => {
    // One that was free a moment ago may be somebody else's now; none of these is given to whoever asks for any.
    const failure = await failureOf(clientOf({ url: 'http://127.0.0.1:2' }).list('assets', {}));
    expect(failure.code).toBe('unreachable');
  });

  it('without a key nothing is sent', async () => {
    await using server = await answering(200, page);
    const client = clientOf(server, {
      readAccess: () => Promise.resolve({ baseUrl: server.url, key: null }),
    });
    expect((await failureOf(client.list('assets', {}))).code).toBe('no-key');
    expect(server.requests).toEqual([]);
  });

  it('a redirect is not followed: the key stays where it was sent', async () => {
    await using other = await answering(200, page);
    await using server = await listen((_request, response) => {
      response.writeHead(302, { location: `${other.url}/v4/assets` });
      response.end();
    });
    expect((await failureOf(clientOf(server).list('assets', {}))).code).toBe('unreachable');
    expect(other.requests).toEqual([]);
  });

  it('never name the key', async () => {
    await using server = await listen(({ headers }, response) => {
      sendJson(response, 401, { message: `“${headers.authorization ?? ''}” is not known here.` });
    });
    const failures = [
      await failureOf(clientOf(server).list('assets', {})),
      await failureOf(clientOf({ url: 'http://127.0.0.1:1' }).list('assets', {})),
    ];
    expect(failures[0]?.detail).toBe('“Bearer …” is not known here.');
    const base64 = Buffer.from(key).toString('base64');
    for (const spelt of [
      [...key].reverse().join(''),
      base64,
      key.toUpperCase(),
      Buffer.from(key).toString('hex'),
    ]) {
      await using echo = await answering(401, { message: `“${spelt}” is not known here.` });
      expect((await failureOf(clientOf(echo).list('assets', {}))).detail).toBe(
        'The words of the service contain the key, and are left out.',
      );
    }
    expect(JSON.stringify(failures)).not.toContain(key);
  });

  it('never name a key that cannot stand in a header either', async () => {
    const broken = 'secret-part-one\nsecret-part-two';
    const readAccess = (): Promise<Access> => Promise.resolve({ baseUrl: 'http://127.0.0.1:1', key: broken });
    const failure = await failureOf(clientOf({ url: '' }, { readAccess }).list('assets', {}));
    expect(JSON.stringify(failure)).not.toContain('secret-part');
  });
});

describe('another try', () => {
  const retryPolicy = { tries: 3, firstDelayMs: 1, longestDelayMs: 2 };

  it.each([
    ['a 503', 503],
    ['a 400 from behind the service', 400],
    ['a 408', 408],
    ['a 425', 425],
  ])('mends %s', async (_what, status) => {
    await using server = await listen((_request, response, nth) => {
      if (nth < 3) sendJson(response, status, { message: 'read ECONNRESET' });
      else sendJson(response, 200, page);
    });
    const body = await clientOf(server, { retryPolicy }).list('assets', {});
    expect(JSON.parse(new TextDecoder().decode(new Uint8Array(body?.bytes ?? [])))).toEqual(page);
    expect(server.requests).toHaveLength(3);
  });

  it('ends after its tries', async () => {
    await using server = await answering(500, { message: 'still down' });
    expect((await failureOf(clientOf(server, { retryPolicy }).list('assets', {}))).detail).toBe('still down');
    expect(server.requests).toHaveLength(3);
  });

  it('is left to a later time that the service names', async () => {
    const retryAt = Math.ceil(Date.now() / 1000 + 600) * 1000;
    await using server = await listen((_request, response) => {
      response.writeHead(503, {
        'content-type': 'text/html',
        'retry-after': new Date(retryAt).toUTCString(),
      });
      response.end('<html>Down for maintenance</html>');
    });
    const failure = await failureOf(clientOf(server, { retryPolicy }).list('assets', {}));
    expect(failure).toMatchObject({ code: 'service-error', retryAt });
    expect(server.requests).toHaveLength(1);
  });

  it.each([400, 401, 404, 429])('is not made after a %i', async (status) => {
    await using server = await answering(status, { message: 'no' });
    await failureOf(clientOf(server, { retryPolicy }).list('assets', {}));
    expect(server.requests).toHaveLength(1);
  });
});

describe('a service that does not respond', () => {
  const retryPolicy = { tries: 3, firstDelayMs: 1, longestDelayMs: 2 };
  const seconds = 'The service did not respond within 0 seconds.';

  it.each([
    [
      'once, and not for long, for a list on screen',
      { onScreen: true },
      60_000,
      1,
      'or sync these records: a sync waits longer.',
    ],
    ['once for a person', {}, 50, 1, 'or request fewer records.'],
    ['again in the background', { purpose: 'background' as const }, 50, 3, 'or request fewer records.'],
  ])('is asked %s', async (_what, sending, timeoutMs, requests, advice) => {
    await using server = await listen(() => undefined);
    let taken = 0;
    const take = () => {
      taken += 1;
      return Promise.resolve({ granted: true, nextAt: null });
    };
    const budget = { take, exhausted: () => Promise.resolve() };
    const client = clientOf(server, { retryPolicy, timeoutMs, screenMs: 50, budget });
    const failure = await failureOf(client.list('assets', {}, sending));
    expect(failure).toMatchObject({ code: 'timeout', message: `${seconds} Try again, ${advice}` });
    // Not every one of these requests arrives within its time.
    expect(taken).toBe(requests);
  });

  it('is waited for by whoever is patient, where somebody on screen is not', async () => {
    const answer = Promise.withResolvers<unknown>();
    await using server = await listen((_request, response) => {
      void answer.promise.then(() => {
        sendJson(response, 200, page);
      });
    });
    const client = clientOf(server, { screenMs: 50 });
    const patient = client.list('assets', {});
    expect((await failureOf(client.list('assets', {}, { onScreen: true }))).code).toBe('timeout');
    answer.resolve(null);
    expect(await patient).not.toBeNull();
    expect(server.requests).toHaveLength(1);
  });
});

describe('the budget', () => {
  const exhausted = (): Promise<void> => Promise.resolve();

  it('is called for every attempt, with its purpose', async () => {
    await using server = await listen((_request, response, nth) => {
      sendJson(response, nth === 2 ? 500 : 200, page);
    });
    const taken: string[] = [];
    const client = clientOf(server, {
      retryPolicy: { tries: 2, firstDelayMs: 1, longestDelayMs: 1 },
      budget: {
        take: (endpoint, purpose) => {
          taken.push(`${endpoint} ${purpose}`);
          return Promise.resolve({ granted: true, nextAt: null });
        },
        exhausted,
      },
    });
    await client.list('assets', {});
    await client.list('transactions', {}, { purpose: 'background' });
    expect(taken).toEqual([
      '/v4/assets person',
      '/v4/transactions background',
      '/v4/transactions background',
    ]);
  });

  it('is not spent for an attempt that was canceled while waiting', async () => {
    const refused = Promise.withResolvers<unknown>();
    await using server = await listen((_request, response) => {
      sendJson(response, 500, { message: 'down' });
      response.on('close', refused.resolve);
    });
    let taken = 0;
    const client = clientOf(server, {
      retryPolicy: { tries: 3, firstDelayMs: 60_000, longestDelayMs: 60_000 },
      budget: {
        take: () => {
          taken += 1;
          return Promise.resolve({ granted: true, nextAt: null });
        },
        exhausted,
      },
    });
    const leaver = new AbortController();
    const work = failureOf(client.list('transactions', {}, { signal: leaver.signal }));
    await refused.promise;
    leaver.abort();
    expect((await work).code).toBe('canceled');
    expect([taken, server.requests.length]).toEqual([1, 1]);
  });

  it('sends nothing when it is spent, and says when it goes on', async () => {
    await using server = await answering(200, page);
    const client = clientOf(server, {
      budget: {
        take: () => Promise.resolve({ granted: false, nextAt: 5000 }),
        exhausted,
      },
    });
    expect(await failureOf(client.list('transactions', {}))).toMatchObject({
      code: 'rate-limited',
      retryAt: 5000,
    });
    expect(server.requests).toEqual([]);
  });

  it('is notified of a 429 with the time that the service names', async () => {
    const retryAt = Math.ceil(Date.now() / 1000 + 3600) * 1000;
    await using server = await listen((_request, response) => {
      const headers = { 'retry-after': new Date(retryAt).toUTCString() };
      sendJson(response, 429, { message: 'Too many requests' }, headers);
    });
    const told: (number | null)[] = [];
    const client = clientOf(server, {
      budget: {
        take: () => Promise.resolve({ granted: true, nextAt: null }),
        exhausted: (_endpoint, retryAt) => {
          told.push(retryAt);
          return Promise.resolve();
        },
      },
    });
    await failureOf(client.list('transactions', {}));
    expect(told).toEqual([retryAt]);
  });
});
