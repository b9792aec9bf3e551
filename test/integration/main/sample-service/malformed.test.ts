import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  readonly target: string;
}

interface Answered {
  readonly status: number;
  readonly body: string;
}

function send(target: string): Promise<Answered> {
  const { hostname, port } = new URL(service.url);
  const headers = { authorization: `Bearer ${service.key}` };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, headers, agent }, (response) => {
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

const queryPath = fc.constantFrom(
  ...resourceNames.map((name) => resources[name].path),
  ...['assets', 'tokens'].flatMap((name) => [`/v4/${name}/aggregates`, `/v4/${name}/aggregates/timeseries`]),
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
function wrongQuery(kind: string, texts: fc.Arbitrary<string>): fc.Arbitrary<Malformed> {
  return fc
    .record({ path: queryPath, text: texts })
    .map(({ path, text }) => ({ kind, target: queryTarget(path, text) }));
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
);

const atOnce = 20;

it('answers queries that are wrong in one way with 400 and a message', { timeout: 180_000 }, () =>
  atScale(import.meta.filename, 10_000, async ({ count, seed }) => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(malformed, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
        await Promise.all(
          batch.map(async ({ kind, target }) => {
            const { status, body } = await send(target);
            kinds.add(kind);
            expect(status).toBe(400);
            expect(body).toMatch(/^\{"message":"(?:[^"\\]|\\.){5,300}"\}$/);
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
    expect(kinds.size).toBe(7);
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
        const { status } = await send(queryTarget(path, text));
        expect(status).toBeLessThan(500);
      }),
      { seed, numRuns: count },
    );
  }),
);
