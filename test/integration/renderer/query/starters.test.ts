import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMetadata } from '../../../../main/data-service/metadata.ts';
import { catalogueMetadata } from '../../../../main/features/metadata/catalogueMetadata.ts';
import { mergeMetadata } from '../../../../main/features/metadata/mergeMetadata.ts';
import { metadataPath } from '../../../../preload/contract/metadata.ts';
import { resourceNames, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { builderFields, type BuilderField } from '../../../../renderer/query/fields.ts';
import { starters, startersOf } from '../../../../renderer/query/starters.ts';
import { parametersOf, resolveQuery, withIds } from '../../../../renderer/query/templates.ts';
import { startService, today, type TestClient } from '../../main/sample-service/serviceClient.ts';

let service: TestClient;

beforeAll(async () => {
  service = await startService({ assets: 1500, transactions: 20_000 });
});

/** The fields that the service names, with its options. */
async function fieldsOf(resource: ResourceName): Promise<readonly BuilderField[]> {
  const { body } = await service.ask(metadataPath(resource));
  const metadata = readMetadata(body);
  if (metadata === null) throw new Error('The metadata cannot be read.');
  const merged = mergeMetadata(catalogueMetadata(resource), { metadata, fetchedAt: Date.parse(today) });
  return builderFields(merged.fields, resources[resource]);
}

/** What a user enters who is asked. */
async function entered(names: readonly string[]): Promise<Record<string, string>> {
  const one = async (resource: ResourceName, member: string): Promise<string> => {
    const { results } = await service.list(resources[resource].path);
    return String(results.find((record) => typeof record[member] === 'string')?.[member]);
  };
  const known: Readonly<Record<string, () => Promise<string>>> = {
    Platform: () => one('platforms', 'name'),
    Wallet: () => one('transactions', 'to_address'),
  };
  const answers = names.map(async (name): Promise<[string, string]> => [name, (await known[name]?.()) ?? '']);
  return Object.fromEntries(await Promise.all(answers));
}

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
    const fields = await fieldsOf(resource);
    const query = resolveQuery(withIds(starter.query, fields), fields, {
      now: Date.parse(`${today}T12:00:00Z`),
      parameters: await entered(parametersOf(starter.query)),
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
