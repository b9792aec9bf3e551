import { resourceNames, resources } from '../../../preload/contract/resources.ts';
import { metricMembers } from '../../../preload/contract/records.ts';
import type { Field, FieldType, Resource } from '../../../preload/contract/resources/types.ts';
import { maxPerPage } from '../../store/query/compile.ts';
import type { Json, JsonObject } from '../../../preload/contract/json.ts';
import { aggregateFunctions, aggregateIntervals, aggregateModes, groupKeys } from './aggregateWords.ts';
import type { AggregateKind } from './aggregatePlan.ts';

/** The description of every endpoint in OpenAPI 3.1, made from the catalogue of resources. */
export function describeApi(): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sample data service',
      version: 'v4',
      description: 'Invented records of tokenized real-world assets. No figure is real.',
    },
    security: [{ key: [] }],
    paths: Object.fromEntries([
      ...resourceNames.flatMap((name) => resourcePaths(resources[name])),
      ...aggregatePaths(),
    ]),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...Object.fromEntries(
          resourceNames.map((name) => [schemaName(resources[name]), recordSchema(resources[name])]),
        ),
        ...sharedSchemas,
      },
    },
  };
}

/** `ServiceProvider` for service providers. */
export function schemaName({ singular }: Resource): string {
  return singular.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
}

type Path = [path: string, item: JsonObject];

function resourcePaths(resource: Resource): Path[] {
  const { path, label, singular, description } = resource;
  const record = reference(schemaName(resource));
  const list: Path = [
    path,
    operation(
      `List ${label.toLowerCase()}`,
      description,
      object(
        {
          results: { type: 'array', items: record },
          filter: reference('Filter'),
          sort: reference('Sort'),
          pagination: reference('PaginationOfAnswer'),
        },
        ['filter'],
      ),
      [queryParameter],
      path === resources.transactions.path
        ? ['400', '401', '405', '414', '429']
        : ['400', '401', '405', '414'],
    ),
  ];
  const meta: Path = [
    `${path}/meta`,
    operation(
      `What can be asked of ${label.toLowerCase()}`,
      'Fields, operators, options and defaults.',
      reference('Metadata'),
      [],
      ['401', '405'],
    ),
  ];
  const one: Path = [
    `${path}/{id}`,
    operation(
      `One ${singular.toLowerCase()}`,
      description,
      record,
      [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      ['401', '404', '405'],
    ),
  ];
  return resource.hasRecordEndpoint ? [list, meta, one] : [list, meta];
}

function aggregatePaths(): Path[] {
  return (['assets', 'tokens'] as const).flatMap((kind): Path[] => {
    const path = `${resources[kind].path}/aggregates`;
    return [
      [path, aggregateOperation(kind, 'One value for each group', { value: { type: ['number', 'null'] } })],
      [
        `${path}/timeseries`,
        aggregateOperation(kind, 'One series for each group', { points: reference('Points') }),
      ],
      [
        `${path}/meta`,
        operation(
          `What can be asked of aggregates of ${kind}`,
          'Fields, measures, operators and group keys.',
          reference('Metadata'),
          [],
          ['401', '405'],
        ),
      ],
    ];
  });
}

function aggregateOperation(kind: AggregateKind, summary: string, result: JsonObject): JsonObject {
  return operation(
    `${summary} of ${kind}`,
    `Grouped by ${Object.keys(groupKeys(kind)).join(', ')}. The measure is named by a filter on measure_slug or measure_id.`,
    object(
      {
        results: {
          type: 'array',
          items: object({ measure: reference('Measure'), group: reference('Group'), ...result }),
        },
        filter: reference('Filter'),
        sort: reference('Sort'),
        aggregate: reference('Aggregate'),
        pagination: reference('PaginationOfAnswer'),
      },
      ['filter'],
    ),
    [queryParameter],
    ['400', '401', '405', '414'],
  );
}

const problems: Readonly<Record<string, string>> = {
  '400': 'The query is not valid.',
  '401': 'The key is missing or not valid.',
  '404': 'There is no such record.',
  '405': 'Only GET is allowed.',
  '414': 'The query is too long.',
  '429': 'No request is left in this hour.',
};

function operation(
  summary: string,
  description: string,
  schema: JsonObject,
  parameters: readonly Json[],
  statuses: readonly string[],
): JsonObject {
  const problem = { 'application/json': { schema: reference('Problem') } };
  return {
    get: {
      summary,
      description,
      parameters,
      responses: {
        '200': { description: 'The answer.', content: { 'application/json': { schema } } },
        ...Object.fromEntries(
          statuses.map((status) => [status, { description: problems[status] ?? '', content: problem }]),
        ),
      },
    },
  };
}

const queryParameter: JsonObject = {
  name: 'query',
  in: 'query',
  required: false,
  description: 'The query object as JSON text.',
  content: { 'application/json': { schema: reference('Query') } },
};

function recordSchema(resource: Resource): JsonObject {
  return {
    type: 'object',
    description: resource.description,
    properties: Object.fromEntries(resource.fields.map((field) => [field.name, fieldSchema(field)])),
    required: resource.fields.map(({ name }) => name),
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
    items: { type: 'array', prefixItems: [{ type: 'string' }, nullableNumber], minItems: 2, maxItems: 2 },
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

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with these members and no others; all but `optional` ones are always there. */
function object(properties: JsonObject, optional: readonly string[] = []): JsonObject {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}
