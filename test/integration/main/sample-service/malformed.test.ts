import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorsOfType } from '../../../../preload/contract/operators.ts';
import { knownOperators } from '../../../support/knownOperators.ts';
import { resourceNames, resources } from '../../../../preload/contract/resources.ts';
import { atScale } from '../../../support/scale.ts';
import { startService, type TestClient } from './serviceClient.ts';

let service: TestClient;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

beforeAll(async () => {
  service = await startService({ assets: 30, transactions: 200 });
});
afterAll(async () => {
  agent.destroy();
  await service[Symbol.asyncDispose]();
});

interface Malformed {
  readonly kind: string;
  readonly method: string;
  readonly target: string;
  /** Undefined for none, `right` for the service's own. */
  readonly authorization?: string | undefined;
}

interface Answered {
  readonly status: number;
  readonly body: string;
}

function send({ method, target, authorization }: Malformed): Promise<Answered> {
  const { hostname, port } = new URL(service.url);
  const headers =
    authorization === undefined
      ? {}
      : { authorization: authorization === 'right' ? `Bearer ${service.key}` : authorization };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path: target, headers, agent }, (response) => {
      let body = '';
      response.on('data', (data: Buffer) => (body += data.toString()));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const listPath = fc.constantFrom(...resourceNames.map((name) => resources[name].path));
const queryPath = fc.oneof(
  listPath,
  fc.constantFrom(
    '/v4/assets/aggregates',
    '/v4/assets/aggregates/timeseries',
    '/v4/tokens/aggregates',
    '/v4/tokens/aggregates/timeseries',
  ),
);
const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });
const anyJson = fc.jsonValue({ maxDepth: 4 });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function queryTarget(path: string, text: string): string {
  return `${path}?query=${encodeURIComponent(text.toWellFormed())}`;
}

/** A request with a query that is wrong in one way. */
function wrongQuery(kind: string, texts: fc.Arbitrary<string>, paths = queryPath): fc.Arbitrary<Malformed> {
  return fc.record({ path: paths, text: texts }).map(({ path, text }) => ({
    kind,
    method: 'GET',
    target: queryTarget(path, text),
    authorization: 'right',
  }));
}

function json(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return value.map((member) => JSON.stringify(member));
}

const notAnObject = anyJson.filter(
  (value) => typeof value !== 'object' || value === null || Array.isArray(value),
);
const validQuery =
  '{"filter":{"operator":"equals","field":"id","value":1},"sort":{"field":"id","direction":"asc"}}';

const wrongFilter = fc.oneof(
  notAnObject,
  fc.record({
    operator: anyJson.filter((value) => typeof value !== 'string'),
    field: fc.constant('id'),
    value: fc.constant(1),
  }),
  fc.record({
    operator: fc.constant('equals'),
    field: anyJson.filter((value) => typeof value !== 'string'),
    value: fc.constant(1),
  }),
  fc.record({
    operator: fc.constant('equals'),
    field: anyText.map((text) => `${text}?`),
    value: fc.constant(1),
  }),
  fc.record({ operator: anyText.map((text) => `${text}?`), field: fc.constant('id'), value: fc.constant(1) }),
  fc.record({
    operator: fc.constant('equals'),
    field: fc.constant('id'),
    value: fc.dictionary(fc.string(), anyJson),
  }),
  fc.record({ operator: fc.constant('equals'), field: fc.constant('id') }),
  fc.record({ operator: fc.constant('equals'), field: fc.constant('id'), value: fc.constant([[1]]) }),
  fc.record({ operator: fc.constantFrom('AND', 'not', 'xor', ''), filters: fc.constant([]) }),
  fc.record({ filters: notAnObject.filter((value) => !Array.isArray(value)) }),
  fc.record({ filters: fc.array(notAnObject, { minLength: 1, maxLength: 5 }) }),
);

const deep = fc
  .record({ depth: fc.integer({ min: 100, max: 8000 }), operator: fc.constantFrom('', '"operator":"or",') })
  .map(({ depth, operator }) => {
    const text = `{"filter":${`{${operator}"filters":[`.repeat(depth)}${']}'.repeat(depth)}}`;
    // Above the limit of length the answer is 414, below it 400.
    return text;
  });

/** A field with an operator that does not fit it, as its type says. */
const misfit = fc
  .constantFrom(
    ...resourceNames.flatMap((name) =>
      resources[name].fields.map((field) => ({ path: resources[name].path, field })),
    ),
  )
  .chain(({ path, field }) => {
    const fitting: readonly string[] = field.filterable ? operatorsOfType[field.type] : [];
    const others = knownOperators.filter((operator) => !fitting.includes(operator));
    const wrong = others.length > 0 ? fc.constantFrom(...others) : fc.constant('resembles');
    return wrong.map((operator) => ({
      kind: 'misfit',
      method: 'GET',
      target: queryTarget(path, JSON.stringify({ filter: { operator, field: field.name, value: 'x' } })),
      authorization: 'right',
    }));
  });

const malformed: fc.Arbitrary<Malformed> = fc.oneof(
  wrongQuery(
    'cut JSON',
    fc.nat(validQuery.length - 1).map((length) => validQuery.slice(0, length)),
  ),
  wrongQuery(
    'no JSON',
    anyText.filter((text) => !isJson(text)),
  ),
  wrongQuery('no object', json(notAnObject)),
  wrongQuery(
    'unknown member',
    json(
      fc.dictionary(
        anyText.map((text) => `${text}!`),
        anyJson,
        { minKeys: 1 },
      ),
    ),
  ),
  wrongQuery('wrong filter', json(fc.record({ filter: wrongFilter }))),
  wrongQuery(
    'wrong sort',
    json(
      fc.record({
        sort: fc.oneof(
          notAnObject,
          fc.record({ field: anyText.map((text) => `${text}?`) }),
          fc.record({ direction: fc.constant('asc') }),
        ),
      }),
    ),
  ),
  wrongQuery(
    'wrong pagination',
    json(
      fc.record({
        pagination: fc.oneof(
          notAnObject,
          fc.record({ page: fc.oneof(fc.integer({ max: 0 }), anyText, fc.constant(1.5)) }),
          fc.record({ perPage: fc.oneof(fc.integer({ max: 0 }), fc.constant(null)) }),
        ),
      }),
    ),
  ),
  wrongQuery(
    'wrong aggregate',
    json(
      fc.record({
        aggregate: fc.oneof(
          notAnObject,
          fc.record({ groupBy: anyText.map((text) => `${text}?`) }),
          fc.record({ mode: fc.integer() }),
        ),
      }),
    ),
  ),
  wrongQuery('deep', deep),
  wrongQuery(
    'long',
    fc.integer({ min: 100_001, max: 150_000 }).map((length) => 'x'.repeat(length)),
  ),
  misfit,
  fc
    .record({
      path: queryPath,
      method: fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'),
    })
    .map(({ path, method }) => ({ kind: 'method', method, target: path, authorization: 'right' })),
  fc
    .record({
      path: queryPath,
      authorization: fc.option(
        fc
          .string({ minLength: 1, maxLength: 30 })
          .map((text) => `Bearer ${Buffer.from(text).toString('base64')}`),
        { nil: undefined },
      ),
    })
    .map(({ path, authorization }) => ({ kind: 'key', method: 'GET', target: path, authorization })),
  fc.array(anyText, { minLength: 1, maxLength: 4 }).map((parts) => ({
    kind: 'path',
    method: 'GET',
    target: `/v4/x/${parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/')}`,
    authorization: 'right',
  })),
  anyText
    .filter((text) => !/^\d+$/.test(text))
    .map((text) => ({
      kind: 'id',
      method: 'GET',
      target: `/v4/assets/-${encodeURIComponent(text.toWellFormed())}`,
      authorization: 'right',
    })),
  listPath.map((path) => ({
    kind: 'two queries',
    method: 'GET',
    target: `${path}?query={}&query={}`,
    authorization: 'right',
  })),
);

const atOnce = 20;

it('answers malformed requests with 4xx and a message', { timeout: 180_000 }, () =>
  atScale(import.meta.filename, 10_000, async ({ count, seed }) => {
    const statuses = new Map<string, Set<number>>();
    await fc.assert(
      fc.asyncProperty(fc.array(malformed, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
        await Promise.all(
          batch.map(async (sent) => {
            const { status, body } = await send(sent);
            statuses.set(sent.kind, (statuses.get(sent.kind) ?? new Set()).add(status));
            expect(status).toBeGreaterThanOrEqual(400);
            expect(status).toBeLessThan(500);
            if (sent.method !== 'HEAD') expect(body).toMatch(/^\{"message":"(?:[^"\\]|\\.){5,300}"\}$/);
          }),
        );
      }),
      {
        seed,
        numRuns: Math.ceil(count / atOnce),
        interruptAfterTimeLimit: 170_000,
        markInterruptAsFailure: true,
      },
    );
    // Each kind was there and got the status that is its own.
    expect(Object.fromEntries([...statuses].map(([kind, seen]) => [kind, [...seen].sort()]))).toEqual({
      'cut JSON': [400],
      'no JSON': [400],
      'no object': [400],
      'unknown member': [400],
      'wrong filter': [400],
      'wrong sort': [400],
      'wrong pagination': [400],
      'wrong aggregate': [400],
      deep: [400, 414],
      long: [414],
      misfit: [400],
      method: [405],
      key: [401],
      path: [404],
      id: [404],
      'two queries': [400],
    });
    expect((await service.ask('/v4/assets')).status).toBe(200);
  }),
);

it('answers whatever is sent as a query, and goes on', { timeout: 60_000 }, () =>
  atScale(import.meta.filename, 1000, async ({ count, seed }) => {
    const anything = fc.oneof(
      json(fc.jsonValue({ maxDepth: 6 })),
      anyText,
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(queryPath, anything, async (path, text) => {
        const { status } = await send({
          kind: 'anything',
          method: 'GET',
          target: queryTarget(path, text),
          authorization: 'right',
        });
        expect(status).toBeLessThan(500);
      }),
      { seed, numRuns: count },
    );
  }),
);
