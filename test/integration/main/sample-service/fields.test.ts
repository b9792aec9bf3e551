import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { metricMembers } from '../../../../preload/contract/metric.ts';
import { resourceNames, resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import type { FieldType } from '../../../../preload/contract/resources/types.ts';
import { memberOf, plainValue, withAssetFields, type PlainRecord } from './plainValues.ts';
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
    field,
    title: `${name}.${field.name}`,
  })),
);

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

/** By operator, whether a moment is found by the moments it is compared with. */
const comparisons: Readonly<Record<string, (own: number, given: readonly number[]) => boolean>> = {
  equals: (own, [given]) => own === given,
  in: (own, given) => given.includes(own),
  gt: (own, [given = NaN]) => own > given,
  gte: (own, [given = NaN]) => own >= given,
  lt: (own, [given = NaN]) => own < given,
  lte: (own, [given = NaN]) => own <= given,
};

it.each(
  everyField.filter(({ field }) => field.filterable && (field.type === 'date' || field.type === 'datetime')),
)('$title finds the records of the moments that it is compared with', async ({ name, field }) => {
  const own = (records.get(name) ?? []).map((record) => ({
    id: record['id'],
    at: plainValue(field, record),
  }));
  const moments = [...new Set(own.flatMap(({ at }) => (isText(at) ? [String(at)] : [])))].toSorted();
  const [first = '', middle = '', last = ''] = [0, moments.length >> 1, moments.length - 1].map(
    (at) => moments[at] ?? '',
  );
  for (const [operator, isFound] of Object.entries(comparisons)) {
    const values = operator === 'in' ? [first, middle, last] : [middle];
    const given = values.map((value) => Date.parse(value));
    const expected = own.filter(({ at }) => isText(at) && isFound(Date.parse(String(at)), given));
    const { results } = await service.list(resources[name].path, {
      filter: { operator, field: field.name, value: operator === 'in' ? values : middle },
      pagination: { page: 1, perPage: 1000 },
    });
    expect(new Set(results.map(({ id }) => id)), operator).toEqual(new Set(expected.map(({ id }) => id)));
  }
});

/** What a value may be in JSON under a word for its type. */
const words: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...{ string: isText, date: isText, datetime: isText, metric: isObject, object: isObject },
  ...{ number: Number.isFinite, boolean: (value) => typeof value === 'boolean', array: Array.isArray },
};

it.each(resourceNames)('metadata of %s say of each field the type that its records hold', async (name) => {
  const { fields } = z
    .object({ fields: z.array(z.object({ name: z.string(), type: z.string() })) })
    .parse((await service.ask(`${resources[name].path}/meta`)).body);
  const wrong = fields.flatMap(({ name: field, type }) => {
    const values = (records.get(name) ?? []).map((record) => record[field] ?? null);
    const other = values.find((value) => value !== null && words[type]?.(value) !== true);
    return other === undefined ? [] : [`${field}, ${type}: ${JSON.stringify(other).slice(0, 40)}`];
  });
  expect(wrong).toEqual([]);
});
