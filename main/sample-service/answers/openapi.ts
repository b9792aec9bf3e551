import { resourceNames, resources } from '../../../preload/contract/resources.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
import type { Json, JsonObject } from '../../../preload/contract/json.ts';
import { aggregateGroupKeys } from '../../../preload/contract/resources/aggregates.ts';
import { describeSchemas, inOneWord, object, reference, schemaName } from './openapiSchemas.ts';
import type { AggregateKind } from './aggregatePlan.ts';

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
