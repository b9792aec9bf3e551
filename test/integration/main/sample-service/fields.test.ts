import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorsOfType, type KnownOperator } from '../../../../preload/contract/operators.ts';
import type { ConditionValue, Query } from '../../../../preload/contract/query.ts';
import { metricMembers } from '../../../../preload/contract/metric.ts';
import { resourceNames, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import type { Field, FieldType, Resource } from '../../../../preload/contract/resources/types.ts';
import { knownOperators } from '../../../support/knownOperators.ts';
import { someOf } from '../../../support/scale.ts';
import { evaluate, memberOf, plainValue, withAssetFields, type PlainRecord } from './plainEvaluation.ts';
import { startService, type TestClient } from './serviceClient.ts';

let service: TestClient;
const records = new Map<ResourceName, readonly PlainRecord[]>();

beforeAll(async () => {
  service = await startService({ assets: 100, transactions: 800, seed: 9 });
  for (const name of resourceNames) records.set(name, await service.all(resources[name].path));
  records.set('tokens', withAssetFields(records.get('tokens') ?? [], records.get('assets') ?? []));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

const everyField = resourceNames.flatMap((name) =>
  resources[name].fields.map((field) => ({
    name,
    resource: resources[name],
    field,
    title: `${name}.${field.name}`,
  })),
);

/** Each type of a field is tried with one at least; of the others as many as the scale says, others in each run. */
const oneOfEachType = everyField.filter(
  ({ field }, index) => everyField.findIndex((other) => other.field.type === field.type) === index,
);
const some = new Set([...oneOfEachType, ...someOf(everyField)]);
const someFields = everyField.filter((one) => some.has(one));

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
function isScalarId(value: unknown): boolean {
  return Number.isInteger(value) || isText(value);
}
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isListOf(test: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(test);
}

/** What a value that is not null must be. */
const fits: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  id: isScalarId,
  text: isText,
  url: (value) => /^(https:\/\/[\w.-]+\.example(\/|$)|data:image\/png;base64,)/.test(String(value)),
  color: (value) => /^#[0-9a-f]{6}$/.test(String(value)),
  address: isText,
  hash: isText,
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  date: (value) => /^\d{4}-\d{2}-\d{2}(T00:00:00\.000Z)?$/.test(String(value)),
  datetime: (value) => !Number.isNaN(Date.parse(String(value))),
  metric: (value) =>
    isObject(value) &&
    metricMembers.every(
      (member) => memberOf(value, member) === null || Number.isFinite(memberOf(value, member)),
    ) &&
    memberOf(value, 'val') !== null,
  'id-list': isListOf(isScalarId),
  'text-list': isListOf(isText),
  object: isObject,
  'object-list': isListOf(isObject),
};

describe('every field of every record', () => {
  it.each(everyField)('$title is there and of its type', ({ name, field }) => {
    for (const record of records.get(name) ?? []) {
      if (field.derived !== true) expect(record).toHaveProperty([field.name]);
      for (const value of [plainValue(field, record)].flat().filter((one) => one !== null)) {
        if (!fits[field.type](Array.isArray(record[field.name]) ? record[field.name] : value))
          expect.fail(`${String(record['id'])}: ${JSON.stringify(value)}`);
      }
    }
  });

  it.each(everyField.filter(({ field }) => field.unseen !== true))(
    '$title has a value somewhere',
    ({ name, field }) => {
      expect((records.get(name) ?? []).some((record) => plainValue(field, record) !== null)).toBe(true);
    },
  );

  it('has nulls among them, and no member that the catalogue does not know', () => {
    for (const name of resourceNames) {
      const known = resources[name].fields.map((field) => field.name);
      for (const record of records.get(name) ?? []) {
        expect(Object.keys(record).filter((member) => !known.includes(member))).toEqual([]);
      }
    }
    const nullable = everyField.filter(({ name, field }) =>
      (records.get(name) ?? []).some((record) => plainValue(field, record) === null),
    );
    expect(nullable.length).toBeGreaterThan(everyField.length / 2);
  });
});

/** The ids of the first page and the number of all records, as the service and as plain evaluation have them. */
async function expectPlainAnswer(name: ResourceName, resource: Resource, query: Query): Promise<void> {
  const expected = evaluate(resource, records.get(name) ?? [], query);
  const { results, pagination } = await service.list(resource.path, { ...query, pagination: { perPage: 5 } });
  expect({ query, ids: results.map(({ id }) => id), count: pagination.resultCount }).toEqual({
    query,
    ids: expected.slice(0, 5).map(({ id }) => id),
    count: expected.length,
  });
}

async function expectRefusal(resource: Resource, query: Query, message: string): Promise<void> {
  expect(await service.ask(resource.path, query)).toMatchObject({ status: 400, body: { message } });
}

/** A value that some record has, and what an operator is asked with to find it. */
function valueFor(name: ResourceName, field: Field, operator: KnownOperator): ConditionValue {
  const value = seenValue(name, field);
  if (operator === 'in') return [value, null];
  if (operator === 'like' || operator === 'notLike') return `%${String(value).slice(1, 6)}%`;
  if (operator === 'ilike') return `%${String(value).slice(1, 6).toUpperCase()}%`;
  if (operator === 'startsWith') return String(value).slice(0, 3);
  return value;
}

const values: Readonly<Partial<Record<FieldType, string | number | boolean>>> = {
  integer: 1,
  number: 1,
  metric: 1,
  boolean: true,
  date: '2026-01-01',
  datetime: '2026-01-01',
};

function seenValue(name: ResourceName, field: Field): string | number | boolean {
  const seen = (records.get(name) ?? [])
    .map((record) => plainValue(field, record))
    .flatMap((value) => (field.type === 'metric' ? memberOf(value, 'val') : value))
    .filter((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
  return seen[Math.floor(seen.length / 2)] ?? values[field.type] ?? 'nothing';
}

describe('every operator on every field', () => {
  it.each(someFields)('$title', async ({ name, resource, field }) => {
    await Promise.all(
      knownOperators.map(async (operator) => {
        const condition = { operator, field: field.name, value: valueFor(name, field, operator) };
        const query = { filter: condition };
        if (!field.filterable) {
          await expectRefusal(resource, query, `Field '${field.name}' cannot be used in a filter`);
        } else if (operatorsOfType[field.type].includes(operator)) {
          await expectPlainAnswer(name, resource, query);
        } else {
          await expectRefusal(resource, query, `Invalid operator '${operator}' for field '${field.name}'`);
        }
      }),
    );
  });

  it.each(someFields.filter(({ field }) => field.filterable))(
    'null on $title',
    async ({ name, resource, field }) => {
      for (const operator of ['equals', 'notEquals'] as const) {
        await expectPlainAnswer(name, resource, { filter: { operator, field: field.name, value: null } });
      }
    },
  );

  it.each(someFields.filter(({ field }) => field.filterable && field.type === 'metric'))(
    'members of $title',
    async ({ name, resource, field }) => {
      await Promise.all(
        ['', ':val', ':val_7d', ':chg_7d_pct'].map((member) =>
          expectPlainAnswer(name, resource, {
            filter: {
              operator: 'gte',
              field: `${field.name}${member}`,
              value: Number(seenValue(name, field)),
            },
            sort: { field: `${field.name}${member}`, direction: 'desc' },
          }),
        ),
      );
      await expectRefusal(
        resource,
        { filter: { operator: 'gte', field: `${field.name}:median`, value: 1 } },
        `Unknown field '${field.name}:median'`,
      );
    },
  );
});

describe('sorting by every field', () => {
  it.each(someFields)('$title', async ({ name, resource, field }) => {
    for (const direction of ['asc', 'desc'] as const) {
      const query = { sort: { field: field.name, direction } };
      if (field.sortable) await expectPlainAnswer(name, resource, query);
      else await expectRefusal(resource, query, `Field '${field.name}' cannot be used to sort`);
    }
  });
});

describe('metadata', () => {
  it.each(resourceNames)('of %s describe every field as it behaves', async (name) => {
    const { body } = await service.ask(`${resources[name].path}/meta`);
    expect(body).toMatchObject({
      fields: resources[name].fields.map((field) => ({
        name: field.name,
        label: field.label,
        description: field.description,
        filterable: field.filterable,
        sortable: field.sortable,
        operators: field.filterable ? operatorsOfType[field.type] : [],
      })),
      defaults: {
        sort: resources[name].defaultSort,
        pagination: { page: 1, perPage: resources[name].defaultPerPage },
      },
    });
  });

  it('offer as options what finds records', async () => {
    const { body } = await service.ask('/v4/tokens/meta');
    const fields = Object.entries(body ?? {}).find(([member]) => member === 'fields')?.[1] as readonly {
      name: string;
      selectOptions?: readonly { value: string | number; label: string }[];
    }[];
    const options = fields.find((field) => field.name === 'network_id')?.selectOptions ?? [];
    expect(options.map(({ label }) => label)).toEqual(expect.arrayContaining(['Ethereum', 'Solana']));
    let found = 0;
    for (const { value } of options) {
      const filter = { operator: 'equals', field: 'network_id', value };
      found += (await service.list('/v4/tokens', { filter })).pagination.resultCount;
    }
    expect(found).toBe(records.get('tokens')?.length);
  });
});
