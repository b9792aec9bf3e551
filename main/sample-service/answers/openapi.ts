import { resourceNames, resources } from '../../../preload/contract/resources.ts';
import type { Resource, Field, FieldType } from '../../../preload/contract/resources/types.ts';
import type { Json, JsonObject } from '../../../preload/contract/json.ts';
import {
  aggregateGroupKeys,
  aggregateFunctions,
  aggregateIntervals,
  aggregateModes,
} from '../../../preload/contract/resources/aggregates.ts';
import { metricMembers } from '../../../preload/contract/metric.ts';
import { maxPerPage } from '../../store/query/compile.ts';

export function describeApi(): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sample data service',
      version: 'v4',
      description: 'Invented records of tokenized real-world assets. No figure is real.',
      contact: { name: 'RWA Explorer contributors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: resourceNames.map((name) => ({
      name: resources[name].label,
      description: resources[name].description,
    })),
    security: [{ key: [] }],
    paths: Object.fromEntries([
      ...resourceNames.flatMap((name) => resourcePaths(resources[name])),
      ...aggregatePaths(),
    ]),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: describeSchemas(),
    },
  };
}

type Path = [path: string, item: JsonObject];

function resourcePaths(resource: Resource): Path[] {
  const { path, label, singular, description, hasRecordEndpoint } = resource;
  const [many, one] = [label.toLowerCase(), singular.toLowerCase()];
  const record = reference(inOneWord(singular));
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    description: `Identifier of the ${one}.`,
    schema: { type: 'integer' },
  };
  return [
    queryPath(path, label, `List ${many}`, description, record),
    metaPath(path, label, `What can be asked of ${many}`),
    ...(hasRecordEndpoint ? [pathOf(`${path}/{id}`, label, `One ${one}`, description, record, [id])] : []),
  ];
}

function aggregatePaths(): Path[] {
  return (['assets', 'tokens'] as const).flatMap((kind) => {
    const { path: list, label } = resources[kind];
    const path = `${list}/aggregates`;
    const description = `Grouped by ${aggregateGroupKeys[kind].join(', ')}. The measure is named by a filter on measure_slug or measure_id.`;
    const items = (result: JsonObject): JsonObject =>
      object({ measure: reference('Measure'), group: reference('Group'), ...result });
    const echoes = { aggregate: reference('Aggregate') };
    const values = items({ value: number });
    const series = items({ points: reference('Points') });
    return [
      queryPath(path, label, `One value for each group of ${kind}`, description, values, echoes),
      queryPath(
        `${path}/timeseries`,
        label,
        `One series for each group of ${kind}`,
        description,
        series,
        echoes,
      ),
      metaPath(path, label, `What can be asked of aggregates of ${kind}`),
    ];
  });
}

/** `echoes`: echoed members beside those of every list. */
function queryPath(
  path: string,
  tag: string,
  summary: string,
  description: string,
  items: JsonObject,
  echoes: JsonObject = {},
): Path {
  const results = listOf(items);
  const [filter, sort] = [reference('Filter'), reference('Sort')];
  const schema = { results, filter, sort, ...echoes, pagination: reference('PaginationOfAnswer') };
  return pathOf(path, tag, summary, description, object(schema, ['filter']), [queryParameter]);
}

function metaPath(path: string, tag: string, summary: string): Path {
  const description = 'Fields, operators, options and defaults.';
  return pathOf(`${path}/meta`, tag, summary, description, reference('Metadata'), []);
}

function pathOf(
  path: string,
  tag: string,
  summary: string,
  description: string,
  schema: JsonObject,
  parameters: readonly Json[],
): Path {
  const json = (body: JsonObject): JsonObject => ({ 'application/json': { schema: body } });
  const responses = {
    '200': { description: 'The answer.', content: json(schema) },
    '4XX': { description: 'The message says what is wrong.', content: json(reference('Problem')) },
  };
  const operationId = `get${inOneWord(path.replace('/v4', '').replace(/\W+/g, ' '))}`;
  return [path, { get: { operationId, tags: [tag], summary, description, parameters, responses } }];
}

const queryParameter: JsonObject = {
  name: 'query',
  in: 'query',
  required: false,
  description: 'The query object as JSON text.',
  content: { 'application/json': { schema: reference('Query') } },
};

function describeSchemas(): JsonObject {
  const records = resourceNames.map((name) => resources[name]);
  return {
    ...Object.fromEntries(records.map((resource) => [inOneWord(resource.singular), recordSchema(resource)])),
    ...sharedSchemas,
  };
}

function inOneWord(words: string): string {
  return words.trim().replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Forbids other members; all but `optional` ones are required. */
function object(properties: JsonObject, optional: readonly string[] = []): JsonObject {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

function anyOf(properties: JsonObject): JsonObject {
  return object(properties, Object.keys(properties));
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

const string: JsonObject = { type: 'string' };
const text: JsonObject = { type: ['string', 'null'] };
const number: JsonObject = { type: ['number', 'null'] };
const count: JsonObject = { type: 'integer', minimum: 0 };
const scalar: JsonObject = { type: ['string', 'number', 'boolean', 'null'] };
const anyObject: JsonObject = { type: 'object' };

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

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
  number,
  boolean: { type: ['boolean', 'null'] },
  metric: { oneOf: [{ $ref: '#/components/schemas/Metric' }, { type: 'null' }] },
  'id-list': { type: ['array', 'null'], items: { type: ['integer', 'string'] } },
  'text-list': { type: ['array', 'null'], items: { type: 'string' } },
  object: { type: ['object', 'null'] },
  'object-list': { type: ['array', 'null'], items: { type: 'object' } },
};

const sharedSchemas: JsonObject = {
  Metric: object(
    Object.fromEntries(
      metricMembers.map((member) => [member, member === 'val' ? { type: 'number' } : number]),
    ),
    ['chg_7d_pct'],
  ),
  Problem: object({ message: string }),
  PaginationOfAnswer: object({ page: count, perPage: count, pageCount: count, resultCount: count }),
  Query: anyOf({
    filter: reference('Filter'),
    sort: reference('Sort'),
    pagination: anyOf({
      page: { type: 'integer', minimum: 1 },
      perPage: { type: 'integer', minimum: 1, description: `At most ${maxPerPage.toString()} are served.` },
    }),
    aggregate: reference('Aggregate'),
  }),
  Filter: {
    oneOf: [
      object({ operator: string, field: string, value: { oneOf: [scalar, listOf(scalar)] } }),
      object({ operator: { enum: ['and', 'or'] }, filters: listOf(reference('Filter')) }, ['operator']),
    ],
  },
  Sort: object({ field: string, direction: { enum: ['asc', 'desc'] } }),
  Aggregate: anyOf({
    groupBy: string,
    aggregateFunction: { enum: aggregateFunctions },
    interval: { enum: aggregateIntervals },
    mode: { enum: aggregateModes },
  }),
  Measure: object({ id: count, slug: string, name: string, unit: string }),
  Group: object({ id: { type: ['integer', 'string', 'null'] }, type: string, name: text, color: text }),
  Points: listOf({
    type: 'array',
    prefixItems: [string, number],
    items: { type: ['string', 'number', 'null'] },
    minItems: 2,
    maxItems: 2,
  }),
  Metadata: {
    type: 'object',
    properties: { fields: listOf(reference('FieldMetadata')), defaults: anyObject, aggregate: anyObject },
    required: ['fields', 'defaults'],
  },
  FieldMetadata: object(
    {
      name: string,
      label: string,
      type: string,
      description: string,
      filterable: { type: 'boolean' },
      sortable: { type: 'boolean' },
      operators: listOf(string),
      selectOptions: listOf(object({ value: { type: ['string', 'number'] }, label: string })),
    },
    ['selectOptions'],
  ),
};
