import { resourceNames, resources } from '../../../preload/contract/resources.ts';
import type { Resource, Field, FieldType } from '../../../preload/contract/resources/types.ts';
import type { Json, JsonObject } from '../../../preload/contract/json.ts';
import {
  aggregateGroupKeys,
  aggregateFunctions,
  aggregateIntervals,
  aggregateModes,
} from '../../../preload/contract/resources/aggregates.ts';
import type { AggregateKind } from './aggregatePlan.ts';
import { metricMembers } from '../../../preload/contract/metric.ts';
import { maxPerPage } from '../../store/query/compile.ts';

/** The description of every endpoint in OpenAPI 3.1, made from the catalogue of resources. */
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
    // Where this description comes from, whatever the port.
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
  const { path, label, singular, description } = resource;
  const many = inOneWord(label);
  const record = reference(schemaName(resource));
  const list: Path = [
    path,
    queryOperation(
      { id: `list${many}`, tag: label, summary: `List ${label.toLowerCase()}` },
      description,
      record,
      {},
      path === resources.transactions.path ? ['429'] : [],
    ),
  ];
  const meta: Path = [
    `${path}/meta`,
    operation(
      { id: `describe${many}`, tag: label, summary: `What can be asked of ${label.toLowerCase()}` },
      'Fields, operators, options and defaults.',
      reference('Metadata'),
      [],
      ['401', '405'],
    ),
  ];
  const one: Path = [
    `${path}/{id}`,
    operation(
      { id: `get${schemaName(resource)}`, tag: label, summary: `One ${singular.toLowerCase()}` },
      description,
      record,
      [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: `Identifier of the ${singular.toLowerCase()}.`,
          schema: { type: 'integer' },
        },
      ],
      ['401', '404', '405'],
    ),
  ];
  return resource.hasRecordEndpoint ? [list, meta, one] : [list, meta];
}

function aggregatePaths(): Path[] {
  return (['assets', 'tokens'] as const).flatMap((kind): Path[] => {
    const { path: list, label } = resources[kind];
    const path = `${list}/aggregates`;
    const of = (id: string, summary: string): Heading => ({
      id: `${id}${inOneWord(label)}`,
      tag: label,
      summary: `${summary} of ${kind}`,
    });
    return [
      [
        path,
        aggregateOperation(kind, of('aggregate', 'One value for each group'), {
          value: { type: ['number', 'null'] },
        }),
      ],
      [
        `${path}/timeseries`,
        aggregateOperation(kind, of('timeseriesOf', 'One series for each group'), {
          points: reference('Points'),
        }),
      ],
      [
        `${path}/meta`,
        operation(
          of('describeAggregatesOf', 'What can be asked of aggregates'),
          'Fields, measures, operators and group keys.',
          reference('Metadata'),
          [],
          ['401', '405'],
        ),
      ],
    ];
  });
}

function aggregateOperation(kind: AggregateKind, heading: Heading, result: JsonObject): JsonObject {
  return queryOperation(
    heading,
    `Grouped by ${aggregateGroupKeys[kind].join(', ')}. The measure is named by a filter on measure_slug or measure_id.`,
    object({ measure: reference('Measure'), group: reference('Group'), ...result }),
    { aggregate: reference('Aggregate') },
  );
}

/** What answers a query with pages of `items`, and with `echoes` of it beside those of every list. */
function queryOperation(
  heading: Heading,
  description: string,
  items: JsonObject,
  echoes: JsonObject,
  statuses: readonly string[] = [],
): JsonObject {
  const results = { type: 'array', items };
  const [filter, sort] = [reference('Filter'), reference('Sort')];
  const schema = { results, filter, sort, ...echoes, pagination: reference('PaginationOfAnswer') };
  const all = ['400', '401', '405', '414', ...statuses];
  return operation(heading, description, object(schema, ['filter']), [queryParameter], all);
}

const problems: Readonly<Record<string, string>> = {
  '400': 'The query is not valid.',
  '401': 'The key is missing or not valid.',
  '404': 'There is no such record.',
  '405': 'Only GET is allowed.',
  '414': 'The query is too long.',
  '429': 'No request is left in this hour.',
};

interface Heading {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
}

function operation(
  { id, tag, summary }: Heading,
  description: string,
  schema: JsonObject,
  parameters: readonly Json[],
  statuses: readonly string[],
): JsonObject {
  const problem = { 'application/json': { schema: reference('Problem') } };
  return {
    get: {
      operationId: id,
      tags: [tag],
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

/** The schemas of the OpenAPI description: one for each resource, and those that answers share. */
function describeSchemas(): JsonObject {
  const records: Record<string, JsonObject> = {};
  for (const name of resourceNames) records[schemaName(resources[name])] = recordSchema(resources[name]);
  return { ...records, ...sharedSchemas };
}

/** `ServiceProvider` for service providers. */
function schemaName({ singular }: Resource): string {
  return inOneWord(singular);
}

function inOneWord(words: string): string {
  return words.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
}

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
