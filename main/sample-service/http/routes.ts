import { resources, resourceNames } from '../../../preload/contract/resources.ts';
import type { Table } from '../../store/query/tables.ts';
import type { AggregateShape } from '../answers/aggregatePlan.ts';
import type { Aggregates } from '../answers/aggregates.ts';
import type { Metadata } from '../answers/metadata.ts';
import type { Lists } from '../answers/lists.ts';
import { partOf, partOfAggregates, partsOfMetadata, type Part, type SampleTables } from '../data/schema.ts';
import { RequestProblem, shortened } from './answer.ts';
import { readQuery, type Request } from './requests.ts';

/** What the routes answer with. */
export interface Answers {
  readonly tables: SampleTables;
  /** Resolves when the tables of a part can be read. */
  ready(part: Part): Promise<void>;
  readonly lists: Lists;
  readonly aggregates: Aggregates;
  readonly metadata: Metadata;
}

/** An endpoint that a path leads to: makes the JSON text of its answer. */
export type Endpoint = (request: Request) => Promise<string>;

/** True for the one list that is limited. Rule: data service interface, "Limits". */
export function isLimited(path: string): boolean {
  return path === resources.transactions.path;
}

/** The endpoint at a path, or null where there is none. */
export function makeRouter(answers: Answers): (path: string) => Endpoint | null {
  const fixed = new Map<string, Endpoint>();
  for (const name of resourceNames) {
    const { path } = resources[name];
    fixed.set(path, async ({ parameters }) => {
      const query = readQuery(parameters);
      await answers.ready(partOf[name]);
      return answers.lists.list(answers.tables[name], query);
    });
    fixed.set(`${path}/meta`, async () => {
      await Promise.all(partsOfMetadata(name).map(answers.ready));
      return answers.metadata.resource(name);
    });
  }
  for (const name of ['assets', 'tokens'] as const) {
    const { path } = resources[name];
    const answer =
      (shape: AggregateShape): Endpoint =>
      async ({ parameters }) => {
        const query = readQuery(parameters);
        await answers.ready(partOfAggregates);
        return answers.aggregates.answer(name, shape, query);
      };
    fixed.set(`${path}/aggregates`, answer('value'));
    fixed.set(`${path}/aggregates/timeseries`, answer('points'));
    fixed.set(`${path}/aggregates/meta`, async () => {
      await answers.ready(partOfAggregates);
      return answers.metadata.aggregates(name);
    });
  }
  return (path) => fixed.get(path) ?? recordEndpoint(answers, path);
}

function recordEndpoint({ tables, lists, ready }: Answers, path: string): Endpoint | null {
  const name = resourceNames.find(
    (candidate) => resources[candidate].hasRecordEndpoint && path.startsWith(`${resources[candidate].path}/`),
  );
  if (name === undefined) return null;
  const id = path.slice(resources[name].path.length + 1);
  if (id.includes('/')) return null;
  return async () => {
    await ready(partOf[name]);
    return recordOf(lists, tables[name], id);
  };
}

/** Rule: service notes, "Single record": the bare record, numeric ids only. */
function recordOf(lists: Lists, table: Table, id: string): string {
  const record = /^\d{1,15}$/.test(id) ? lists.record(table, Number(id)) : null;
  if (record === null)
    throw new RequestProblem(404, `${table.resource.singular} ${shortened(id)} not found.`);
  return record;
}
