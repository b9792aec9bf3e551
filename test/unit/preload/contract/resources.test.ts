import { describe, expect, it } from 'vitest';
import { metricDefinitions } from '../../../../preload/contract/resources/metrics.ts';
import type { Field, FieldType } from '../../../../preload/contract/resources/types.ts';
import { findField, resourceNames, resources } from '../../../../preload/contract/resources.ts';
import { interfaceTables } from './resources/interfaceTables.ts';
import { assetNames, tokenNames } from './resources/seenNames.ts';

/** The catalogue's types that say what a type of the interface's tables says. */
const fitting: Readonly<Record<string, readonly FieldType[]>> = {
  string: ['id', 'text', 'url', 'hash', 'address', 'datetime'],
  integer: ['id', 'integer'],
  number: ['id', 'integer', 'number'],
  'number, nullable': ['id'],
  id: ['id'],
  datetime: ['date'],
  metric: ['metric'],
  'metric object': ['metric'],
  'array of string': ['text-list'],
  'array of integer': ['id-list'],
};

const numeric: readonly FieldType[] = ['integer', 'number', 'metric'];

const everyField = resourceNames.flatMap((name) =>
  resources[name].fields.map((field) => ({ resource: name, field })),
);

function namesOf(fields: readonly Field[]): string[] {
  return fields.map((field) => field.name);
}

describe('the catalogue of resources', () => {
  it.each(resourceNames)('names every field of %s once, and labels no two alike', (name) => {
    const { fields } = resources[name];
    expect(new Set(namesOf(fields)).size).toBe(fields.length);
    const labels = fields.map((field) => field.label);
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  });

  it.each(resourceNames)(
    'has the title, the default sort and the default columns of %s among its fields',
    (name) => {
      const resource = resources[name];
      const names = namesOf(resource.fields);
      expect(names).toEqual(
        expect.arrayContaining([resource.titleField, resource.defaultSort.field, ...resource.defaultColumns]),
      );
      expect(findField(resource, resource.defaultSort.field)?.sortable).toBe(true);
      expect(new Set(resource.defaultColumns).size).toBe(resource.defaultColumns.length);
      expect(resource.name).toBe(name);
      expect(resource.path).toBe(`/v4/${name}`);
    },
  );

  it.each(resourceNames)('points from %s only to fields that exist and can be filtered', (name) => {
    for (const { resource, field } of resources[name].related) {
      const target = resources[resourceNames.find((known) => known === resource) ?? 'assets'];
      expect(target.name).toBe(resource);
      expect(findField(target, field)?.filterable, `${resource}.${field}`).toBe(true);
    }
  });

  it('writes a definition for every field, in sentences that say more than the name', () => {
    for (const { resource, field } of everyField) {
      const where = `${resource}.${field.name}`;
      expect(field.description, where).toMatch(/^[A-Z].{14,}\.$/su);
      expect(field.label, where).toMatch(/^\S.*\S$|^Id$/u);
      expect(field.description.toLowerCase(), where).not.toBe(`${field.label.toLowerCase()}.`);
    }
  });

  it('gives units to numbers only, and the unit that the name says', () => {
    for (const { resource, field } of everyField) {
      const where = `${resource}.${field.name}`;
      if (field.unit !== undefined) expect(numeric, where).toContain(field.type);
      if (field.type === 'metric') expect(field.unit, where).toBeDefined();
      if (!numeric.includes(field.type)) continue;
      if (field.name.endsWith('_dollar')) expect(field.unit, where).toBe('dollar');
      if (field.name.endsWith('_token')) expect(field.unit, where).toBe('token');
      if (field.name.endsWith('_count')) expect(field.unit, where).toBe('count');
      if (field.name.endsWith('_percent')) expect(field.unit, where).toBe('percent');
      if (field.name.endsWith('_bps')) expect(field.unit, where).toBe('bps');
      if (field.name.endsWith('_years')) expect(field.unit, where).toBe('years');
      if (field.name.endsWith('_months')) expect(field.unit, where).toBe('months');
    }
  });

  it('links identifiers, and only to resources that exist', () => {
    for (const { resource, field } of everyField) {
      if (field.link === undefined) continue;
      expect(resourceNames, `${resource}.${field.name}`).toContain(field.link);
      expect(['id', 'id-list'], `${resource}.${field.name}`).toContain(field.type);
    }
    const expected: Readonly<Record<string, string>> = {
      asset_id: 'assets',
      token_id: 'tokens',
      network_id: 'networks',
      network_ids: 'networks',
      parent_network_id: 'networks',
      protocol_id: 'platforms',
      protocol_ids: 'platforms',
      platform_id: 'platforms',
      issuer_id: 'issuers',
      manager_id: 'managers',
      asset_manager_id: 'managers',
      transfer_agent_id: 'service-providers',
      paying_agent_id: 'service-providers',
      auditor_id: 'service-providers',
    };
    for (const { resource, field } of everyField) {
      const target = expected[field.name];
      if (target !== undefined) expect(field.link, `${resource}.${field.name}`).toBe(target);
    }
  });

  it('neither filters nor sorts nested objects, and does not sort lists', () => {
    for (const { resource, field } of everyField) {
      const where = `${resource}.${field.name}`;
      if (field.type.startsWith('object'))
        expect([field.filterable, field.sortable], where).toEqual([false, false]);
      if (field.type.endsWith('-list')) expect(field.sortable, where).toBe(false);
    }
  });

  it('defines a metric once, whichever resource carries it', () => {
    const definitions = new Map(metricDefinitions.map((definition) => [definition.name, definition]));
    expect(definitions.size).toBe(metricDefinitions.length);
    for (const { field } of everyField) {
      // Networks cannot be filtered by their metrics.
      const { filterable } = field;
      if (field.type === 'metric') expect(field).toEqual({ ...definitions.get(field.name), filterable });
    }
    const carried = new Set(everyField.map(({ field }) => field.name));
    expect(metricDefinitions.filter(({ name }) => !carried.has(name))).toEqual([]);
  });
});

describe('the field tables of the interface', () => {
  it.each(resourceNames)('are in the catalogue row by row for %s', (name) => {
    const table = interfaceTables[name] ?? [];
    expect(table.length).toBeGreaterThan(4);
    for (const [row, type, filterable, searchable, sortable] of table) {
      const field = findField(resources[name], row);
      expect(field, `${name}.${row}`).toBeDefined();
      expect(fitting[type], `${name}.${row}: ${type}`).toContain(field?.type);
      if (filterable !== null) expect(field?.filterable, `${name}.${row} filterable`).toBe(filterable);
      if (name !== 'assets' && name !== 'tokens') {
        expect(field?.searchable, `${name}.${row} searchable`).toBe(searchable);
      }
      if (sortable) expect(field?.sortable, `${name}.${row} sortable`).toBe(true);
    }
  });
});

describe('the names seen in records', () => {
  it.each([
    { name: 'assets', seen: assetNames, count: 277 },
    { name: 'tokens', seen: tokenNames, count: 158 },
  ] as const)('are all in the catalogue of $name', ({ name, seen, count }) => {
    const all = [...seen.metrics, ...seen.metricsOnlyNull, ...seen.onlyNull, ...seen.values];
    expect(all).toHaveLength(count);
    const known = namesOf(resources[name].fields);
    expect(all.filter((seenName) => !known.includes(seenName))).toEqual([]);
    for (const metric of [...seen.metrics, ...seen.metricsOnlyNull]) {
      expect(findField(resources[name], metric)?.type, metric).toBe('metric');
    }
    for (const value of [...seen.metrics, ...seen.values]) {
      expect(findField(resources[name], value)?.unseen, value).toBeUndefined();
    }
    for (const missing of seen.onlyNull) expect(known, missing).toContain(missing);
  });

  it('are marked as unseen if no asset or token had a value so far', () => {
    const filled = new Set([
      ...assetNames.metrics,
      ...assetNames.values,
      ...tokenNames.metrics,
      ...tokenNames.values,
      // Documented with a value by the interface's tables.
      ...Object.values(interfaceTables).flatMap((table) => table.map(([name]) => name)),
    ]);
    for (const name of [...assetNames.metricsOnlyNull, ...assetNames.onlyNull]) {
      if (!filled.has(name)) expect(findField(resources.assets, name)?.unseen, name).toBe(true);
    }
  });
});
