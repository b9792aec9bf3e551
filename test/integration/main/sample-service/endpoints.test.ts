import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { connect } from 'node:net';
import { resourceNames, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { someOf } from '../../../support/scale.ts';
import { startService, type TestClient } from './serviceClient.ts';

let service: TestClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** Transactions that there are: 4000, and those that come twice. */
const records = 4002;

const measure = { operator: 'equals', field: 'measure_slug', value: 'total_asset_value_dollar' };

/** Every endpoint of the data service interface. */
const endpoints = [
  ...resourceNames.map((name) => resources[name].path),
  ...resourceNames.map((name) => `${resources[name].path}/meta`),
  '/v4/assets/1',
  '/v4/tokens/1',
  '/v4/assets/aggregates',
  '/v4/assets/aggregates/meta',
  '/v4/tokens/aggregates',
  '/v4/tokens/aggregates/meta',
];
const timeseries = ['/v4/assets/aggregates/timeseries', '/v4/tokens/aggregates/timeseries'];

function fetchWith(path: string, init: RequestInit): Promise<Response> {
  return fetch(`${service.url}${path}`, init);
}

async function messageOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  expect(Object.keys(body ?? {})).toEqual(['message']);
  return Object.values(body ?? {})[0];
}

describe('every endpoint', () => {
  it.each(endpoints)('%s answers JSON to GET with the key', async (path) => {
    const { status, headers, body } = await service.ask(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toBeTypeOf('object');
  });

  it.each(timeseries)('%s answers once a filter names a measure', async (path) => {
    expect((await service.ask(path, { filter: measure })).status).toBe(200);
    const refused = await service.ask(path);
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      message: "A timeseries needs a filter on 'measure_slug' or 'measure_id'",
    });
  });

  it.each([...endpoints, ...timeseries])('%s asks for the key', async (path) => {
    const missing = await fetchWith(path, {});
    expect(missing.status).toBe(401);
    expect(await messageOf(missing)).toBe('Authorization header missing. Please include a valid API key.');
    for (const authorization of ['Bearer wrong', 'Bearer', service.key, `Basic ${service.key}`]) {
      const wrong = await fetchWith(path, { headers: { authorization } });
      expect(wrong.status, authorization).toBe(401);
      expect(await messageOf(wrong)).toBe(
        'Invalid API key. Please ensure that the API key is correct and try again.',
      );
    }
  });

  it.each([...endpoints, ...timeseries])('%s takes no other method', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await fetchWith(path, { method, headers: { authorization: `Bearer ${service.key}` } });
      expect(response.status, method).toBe(405);
      expect(response.headers.get('allow')).toBe('GET');
      expect(await messageOf(response)).toBe(
        `Method ${method} is not allowed. Every endpoint is read with GET.`,
      );
    }
  });
});

describe('lists', () => {
  const byId = { field: 'id', direction: 'asc' };
  const byDate = { field: 'date', direction: 'desc' };
  /** Of the others by name. Rule: the interface of the data service. */
  const defaultSorts: Partial<Record<ResourceName, unknown>> = {
    ...{ assets: byId, tokens: byId, transactions: byDate },
  };

  it.each(resourceNames)('%s have the default sort and pages of 25, and say so', async (name) => {
    const { results, sort, pagination, filter } = await service.list(resources[name].path);
    expect(sort).toEqual(defaultSorts[name] ?? { field: 'name', direction: 'asc' });
    expect(filter).toBeUndefined();
    expect(pagination).toMatchObject({ page: 1, perPage: 25 });
    expect(results).toHaveLength(Math.min(25, pagination.resultCount));
    expect(pagination.pageCount).toBe(Math.ceil(pagination.resultCount / 25));
  });

  it('echo filter and sort as they were sent', async () => {
    const query = {
      filter: { filters: [{ operator: 'gte', field: 'token_count', value: 2 }] },
      sort: { field: 'circulating_market_value_dollar', direction: 'desc' as const },
    };
    expect(await service.list('/v4/assets', query)).toMatchObject(query);
  });

  it('serve 1000 records a page at most, and say how many they served', async () => {
    const { results, pagination } = await service.list('/v4/transactions', { pagination: { perPage: 5000 } });
    expect(results).toHaveLength(1000);
    expect(pagination).toEqual({ page: 1, perPage: 1000, pageCount: 5, resultCount: records });
  });

  it.each([162, 10 ** 15, Number.MAX_SAFE_INTEGER])('have nothing on page %d, past the end', async (page) => {
    const { results, pagination } = await service.list('/v4/transactions', {
      pagination: { page, perPage: 25 },
    });
    expect(results).toEqual([]);
    expect(pagination).toEqual({ page, perPage: 25, pageCount: 161, resultCount: records });
  });

  it('hold every record once over all pages, whatever the sort', async () => {
    const fields = ['id', 'date', 'asset_class_id', 'from_address', 'usd_amount'];
    const sorts = fields.flatMap((field) =>
      (['asc', 'desc'] as const).map((direction) => ({ field, direction })),
    );
    for (const sort of someOf(sorts)) {
      const ids = (await service.all('/v4/transactions', { sort })).map(({ id }) => id);
      expect(new Set(ids).size, JSON.stringify(sort)).toBe(records);
    }
  });
});

describe('single records', () => {
  it.each(['/v4/assets', '/v4/tokens'])('%s/{id} is the record of the list, bare', async (path) => {
    const { results } = await service.list(path, { pagination: { page: 2, perPage: 20 } });
    for (const record of results) {
      expect((await service.ask(`${path}/${String(record['id'])}`)).body).toEqual(record);
    }
  });

  it.each([
    ['/v4/assets/99999', 'Asset 99999 not found.'],
    ['/v4/assets/0', 'Asset 0 not found.'],
    ['/v4/assets/some-slug', 'Asset some-slug not found.'],
    ['/v4/assets/1.5', 'Asset 1.5 not found.'],
    ['/v4/assets/1/2', 'Path /v4/assets/1/2 not found.'],
    ['/v4/tokens/123456789012345678901234567890', 'Token 123456789012345678901234567890 not found.'],
    ['/v4/tokens/-1', 'Token -1 not found.'],
  ])('%s is not found', async (path, message) => {
    expect(await service.ask(path)).toMatchObject({ status: 404, body: { message } });
  });
});

describe('paths that lead nowhere', () => {
  it.each([
    '/',
    '/v4',
    '/v3/assets',
    '/v4/Assets',
    '/v4/assets/1/tokens',
    '/v4/networks/1',
    '/v4/protocols',
    '/v4//assets',
  ])('%s is not found', async (path) => {
    const { status, body } = await service.ask(path);
    expect(status).toBe(404);
    expect(body).toEqual({ message: `Path ${path} not found.` });
  });

  it('a broken percent sign in the path is refused', async () => {
    expect((await service.ask('/v4/%zz')).status).toBe(400);
  });
});

describe('queries that cannot be answered', () => {
  it.each([
    ['no JSON', '{', 400, /^The parameter 'query' is not valid JSON\.$/],
    ['not an object', '[]', 400, /'query' must be a JSON object/],
    ['an aggregate', '{"aggregate":{}}', 400, /'aggregate' belongs to the aggregate endpoints/],
    ['deep nesting', `{"filter":${'{"filters":['.repeat(5000)}${']}'.repeat(5000)}}`, 400, /nested deeper/],
    ['200 KB', `{"filter":${'x'.repeat(200_000)}}`, 414, /'query' has 200/],
    ['{}&query={}', '{}', 400, /^The parameter 'query' is given more than once\.$/],
  ])('%s', async (name, query, status, message) => {
    const again = name.endsWith('}') ? '&query={}' : '';
    const response = await fetchWith(`/v4/assets?query=${encodeURIComponent(query)}${again}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(await messageOf(response)).toMatch(message);
    expect(response.status).toBe(status);
  });
});

describe('what is hardly HTTP', () => {
  function send(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.end(bytes));
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('close', () => {
        resolve(answer);
      });
      socket.on('error', reject);
    });
  }

  it('gets a 400 or nothing, and the service goes on', async () => {
    expect(await send('nonsense\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 .*\{"message":"The request is not valid HTTP\."\}$/s,
    );
    await send('');
    await send('GET /v4/assets HTTP/1.1\r\n');
    expect((await service.ask('/v4/assets')).status).toBe(200);
  });

  it('a request of more than a million bytes gets a 431', async () => {
    const answer = await send(`GET /v4/assets?query=${'x'.repeat(1_100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('a body sent along with a GET is left alone', async () => {
    const { port } = new URL(service.url);
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          path: '/v4/assets',
          headers: { authorization: `Bearer ${service.key}`, 'content-length': '100000' },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on('error', reject);
      sent.end('x'.repeat(100_000));
    });
    expect(status).toBe(200);
  });
});

describe('the limit of transaction requests', () => {
  it('answers 429 with the time to wait once the hour’s requests are spent', async () => {
    await using limited = await startService({ assets: 20, transactions: 50, ratePerHour: 3 });
    const first = await limited.ask('/v4/transactions');
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-limit')).toBe('3');
    expect(first.headers.get('ratelimit-remaining')).toBe('2');
    // A query that cannot be answered is a request as well.
    expect((await limited.ask('/v4/transactions', { sort: { field: 'x', direction: 'asc' } })).status).toBe(
      400,
    );
    expect((await limited.ask('/v4/transactions')).status).toBe(200);
    const refused = await limited.ask('/v4/transactions');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1000);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(1200);
    expect(JSON.stringify(refused.body)).toMatch(
      /^\{"message":"Rate limit exceeded: 3 requests per hour\. Try again in \d+ seconds\."\}$/,
    );
    // Nothing else is limited.
    expect((await limited.ask('/v4/transactions/meta')).status).toBe(200);
    expect((await limited.ask('/v4/assets')).status).toBe(200);
  });
});
