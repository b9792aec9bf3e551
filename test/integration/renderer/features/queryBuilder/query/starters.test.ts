import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceNames, resources } from '../../../../../../preload/contract/resources.ts';
import { catalogueFields } from '../../../../../../renderer/features/queryBuilder/query/catalogueFields.ts';
import { starters, startersOf } from '../../../../../../renderer/features/queryBuilder/query/starters.ts';
import {
  parametersOf,
  resolveQuery,
} from '../../../../../../renderer/features/queryBuilder/query/templates.ts';
import { startService, today, type TestClient } from '../../../../main/sample-service/serviceClient.ts';

let service: TestClient;

beforeAll(async () => {
  service = await startService({ assets: 1500, transactions: 20_000 });
});

afterAll(() => service[Symbol.asyncDispose]());

describe('a query to begin with', () => {
  it.each(resourceNames)('is there for %s', (name) => {
    expect(startersOf(name).length).toBeGreaterThan(0);
  });

  it.each(
    starters
      .filter(({ target }) => target === 'list')
      .map((starter) => [starter.resource, starter.name, starter] as const),
  )('of %s finds something: %s', async (resource, _name, starter) => {
    expect(parametersOf(starter.query)).toEqual([]);
    const query = resolveQuery(starter.query, catalogueFields(resource), {
      now: Date.parse(`${today}T12:00:00Z`),
      parameters: {},
    });
    const { results } = await service.list(resources[resource].path, {
      ...query,
      pagination: { page: 1, perPage: 5 },
    });
    expect(results.length).toBeGreaterThan(0);
  });

  it.each(
    starters
      .filter(({ target }) => target !== 'list')
      .map((starter) => [starter.target, starter.name, starter] as const),
  )('of %s has figures: %s', async (target, _name, { resource, query }) => {
    const path = `${resources[resource].path}/aggregates${target === 'timeseries' ? '/timeseries' : ''}`;
    const { results } = await service.list(path, { ...query, pagination: { page: 1, perPage: 200 } });
    const figures = results.flatMap(({ points, value }): readonly unknown[] =>
      Array.isArray(points) ? points.flat() : [value],
    );
    expect(figures.some((figure) => typeof figure === 'number' && figure > 0)).toBe(true);
  });
});
