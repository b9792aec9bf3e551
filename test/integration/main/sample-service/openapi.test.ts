import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Query } from '../../../../preload/contract/query.ts';
import { resourceNames, resources } from '../../../../preload/contract/resources.ts';
import { startService, type TestClient } from './serviceClient.ts';

const documentSchema = z.looseObject({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.object({
      get: z.looseObject({
        operationId: z.string(),
        tags: z.array(z.string()),
        description: z.string().min(1),
        responses: z.record(z.string(), z.unknown()),
      }),
    }),
  ),
  servers: z.array(z.object({ url: z.literal('/'), description: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string().min(1) })),
  info: z.object({
    ...{ title: z.string(), version: z.string(), description: z.string() },
    contact: z.object({ name: z.string() }),
    license: z.object({ name: z.string(), identifier: z.string() }),
  }),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

let service: TestClient;
let description: z.infer<typeof documentSchema>;
let ajv: Ajv2020;

beforeAll(async () => {
  service = await startService();
  const response = await fetch(`${service.url}/openapi.json`);
  description = documentSchema.parse(await response.json());
  ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  ajv.addVocabulary(['openapi', 'info', 'security', 'servers', 'tags', 'paths', 'components', 'x-unit']);
  ajv.addSchema({ $id: 'api', ...description }, 'api');
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** The check of an answer with a status, as the description has it. */
function checkOf(path: string, status: string): ValidateFunction {
  const kind = status.startsWith('4') ? '4XX' : status;
  const pointer = ['paths', path, 'get', 'responses', kind, 'content', 'application/json', 'schema'];
  const escaped = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  return ajv.compile({ $ref: `api#/${escaped.join('/')}` });
}

async function expectDescribed(path: string, asked: string, query?: Query): Promise<void> {
  const { status, body } = await service.ask(asked, query);
  const check = checkOf(path, status.toString());
  check(body);
  expect(check.errors ?? []).toEqual([]);
}

const measure = { operator: 'equals', field: 'measure_slug', value: 'net_asset_value_dollar' };

describe('the OpenAPI description', () => {
  it('can be read by anyone and names every endpoint', () => {
    expect(description.openapi).toBe('3.1.0');
    expect(Object.keys(description.paths).sort()).toEqual(
      [
        ...resourceNames.flatMap((name) => [resources[name].path, `${resources[name].path}/meta`]),
        '/v4/assets/{id}',
        '/v4/tokens/{id}',
        ...['assets', 'tokens'].flatMap((name) =>
          ['', '/meta', '/timeseries'].map((end) => `/v4/${name}/aggregates${end}`),
        ),
      ].sort(),
    );
  });

  it('has what linters ask for: an id and a tag for each operation, and nothing that is not used', () => {
    const operations = Object.values(description.paths).map(({ get }) => get);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect([...used].sort()).toEqual(description.tags.map(({ name }) => name).sort());
    const text = JSON.stringify(description);
    for (const name of Object.keys(description.components.schemas))
      expect(text, name).toContain(`"#/components/schemas/${name}"`);
  });

  it.each(resourceNames.map((name) => resources[name].path))(
    'describes the lists and errors of %s',
    async (path) => {
      await expectDescribed(path, path, { pagination: { perPage: 1000 } });
      await expectDescribed(path, path, {
        filter: { filters: [] },
        sort: { field: 'id', direction: 'desc' },
      });
      await expectDescribed(path, path, { sort: { field: 'nonsense', direction: 'asc' } });
      await expectDescribed(`${path}/meta`, `${path}/meta`);
    },
  );

  it('describes single records and their absence @nightly', async () => {
    for (const path of ['/v4/assets', '/v4/tokens']) {
      await expectDescribed(`${path}/{id}`, `${path}/1`);
      await expectDescribed(`${path}/{id}`, `${path}/999999`);
    }
  });

  it.each(['/v4/assets/aggregates', '/v4/tokens/aggregates'])('describes %s', async (path) => {
    await expectDescribed(path, path, { filter: measure, aggregate: { groupBy: 'network_id' } });
    await expectDescribed(path, path, { aggregate: { groupBy: 'nonsense' } });
    await expectDescribed(`${path}/timeseries`, `${path}/timeseries`, { filter: measure });
    await expectDescribed(`${path}/timeseries`, `${path}/timeseries`);
    await expectDescribed(`${path}/meta`, `${path}/meta`);
  });

  it('refuses answers that are not as described', async () => {
    const { body } = await service.ask('/v4/assets');
    const check = checkOf('/v4/assets', '200');
    expect(check(body)).toBe(true);
    expect(check({ results: [] })).toBe(false);
    expect(check(Object.assign({ surprise: 1 }, body))).toBe(false);
    expect(checkOf('/v4/assets/{id}', '200')({ id: 1 })).toBe(false);
  });
});
