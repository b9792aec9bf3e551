import type { JsonObject } from '../../../preload/contract/json.ts';
import { metricMembers } from '../../../preload/contract/metric.ts';
import { resourceNames, resources } from '../../../preload/contract/resources.ts';
import type { Field, FieldType, Resource } from '../../../preload/contract/resources/types.ts';
import { maxPerPage } from '../../store/query/compile.ts';
import {
  aggregateFunctions,
  aggregateIntervals,
  aggregateModes,
} from '../../../preload/contract/resources/aggregates.ts';

/** The schemas of the OpenAPI description: one for each resource, and those that answers share. */
export function describeSchemas(): JsonObject {
  const records: Record<string, JsonObject> = {};
  for (const name of resourceNames) records[schemaName(resources[name])] = recordSchema(resources[name]);
  return { ...records, ...sharedSchemas };
}

/** `ServiceProvider` for service providers. */
export function schemaName({ singular }: Resource): string {
  return inOneWord(singular);
}

export function inOneWord(words: string): string {
  return words.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with these members and no others; all but `optional` ones are always there. */
export function object(properties: JsonObject, optional: readonly string[] = []): JsonObject {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

function recordSchema(resource: Resource): JsonObject {
  const members = resource.fields.filter((field) => field.derived !== true);
  return {
    type: 'object',
    description: resource.description,
    properties: Object.fromEntries(members.map((field) => [field.name, fieldSchema(field)])),
    required: members.map(({ name }) => name),
  };
}

function fieldSchema({ name, type, label, description, unit }: Field): JsonObject {
  const shape = name === 'id' ? { type: ['integer', 'string'] } : typeSchemas[type];
  return { ...shape, title: label, description, ...(unit === undefined ? {} : { 'x-unit': unit }) };
}

const text: JsonObject = { type: ['string', 'null'] };

const typeSchemas: Readonly<Record<FieldType, JsonObject>> = {
  id: { type: ['integer', 'string', 'null'] },
  text,
  url: text,
  color: text,
  address: text,
  hash: text,
  date: text,
  datetime: text,
  integer: { type: ['integer', 'null'] },
  number: { type: ['number', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  metric: { oneOf: [{ $ref: '#/components/schemas/Metric' }, { type: 'null' }] },
  'id-list': { type: ['array', 'null'], items: { type: ['integer', 'string'] } },
  'text-list': { type: ['array', 'null'], items: { type: 'string' } },
  object: { type: ['object', 'null'] },
  'object-list': { type: ['array', 'null'], items: { type: 'object' } },
};

const nullableNumber: JsonObject = { type: ['number', 'null'] };
const scalar: JsonObject = { type: ['string', 'number', 'boolean', 'null'] };
const count: JsonObject = { type: 'integer', minimum: 0 };

const sharedSchemas: JsonObject = {
  Metric: object(
    Object.fromEntries(
      metricMembers.map((member) => [member, member === 'val' ? { type: 'number' } : nullableNumber]),
    ),
    ['chg_7d_pct'],
  ),
  Problem: object({ message: { type: 'string' } }),
  PaginationOfAnswer: object({ page: count, perPage: count, pageCount: count, resultCount: count }),
  Query: object(
    {
      filter: reference('Filter'),
      sort: reference('Sort'),
      pagination: object(
        {
          page: { type: 'integer', minimum: 1 },
          perPage: {
            type: 'integer',
            minimum: 1,
            description: `At most ${maxPerPage.toString()} are served.`,
          },
        },
        ['page', 'perPage'],
      ),
      aggregate: reference('Aggregate'),
    },
    ['filter', 'sort', 'pagination', 'aggregate'],
  ),
  Filter: {
    oneOf: [
      object({
        operator: { type: 'string' },
        field: { type: 'string' },
        value: { oneOf: [scalar, { type: 'array', items: scalar }] },
      }),
      object({ operator: { enum: ['and', 'or'] }, filters: { type: 'array', items: reference('Filter') } }, [
        'operator',
      ]),
    ],
  },
  Sort: object({ field: { type: 'string' }, direction: { enum: ['asc', 'desc'] } }),
  Aggregate: object(
    {
      groupBy: { type: 'string' },
      aggregateFunction: { enum: [...aggregateFunctions] },
      interval: { enum: [...aggregateIntervals] },
      mode: { enum: [...aggregateModes] },
    },
    ['groupBy', 'aggregateFunction', 'interval', 'mode'],
  ),
  Measure: object({
    id: count,
    slug: { type: 'string' },
    name: { type: 'string' },
    unit: { type: 'string' },
  }),
  Group: object({
    id: { type: ['integer', 'string', 'null'] },
    type: { type: 'string' },
    name: text,
    color: text,
  }),
  Points: {
    type: 'array',
    items: {
      type: 'array',
      prefixItems: [{ type: 'string' }, nullableNumber],
      items: { type: ['string', 'number', 'null'] },
      minItems: 2,
      maxItems: 2,
    },
  },
  Metadata: {
    type: 'object',
    properties: {
      fields: { type: 'array', items: reference('FieldMetadata') },
      defaults: { type: 'object' },
      aggregate: { type: 'object' },
    },
    required: ['fields', 'defaults'],
  },
  FieldMetadata: object(
    {
      name: { type: 'string' },
      label: { type: 'string' },
      type: { type: 'string' },
      description: { type: 'string' },
      filterable: { type: 'boolean' },
      sortable: { type: 'boolean' },
      operators: { type: 'array', items: { type: 'string' } },
      selectOptions: {
        type: 'array',
        items: object({ value: { type: ['string', 'number'] }, label: { type: 'string' } }),
      },
    },
    ['selectOptions'],
  ),
};
