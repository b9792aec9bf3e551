import { resources, resourceNames } from '../../../preload/contract/resources.ts';
import type { Aggregates, AggregateShape } from '../answers/aggregates.ts';
import type { Lists } from '../answers/lists.ts';
import type { Metadata } from '../answers/metadata.ts';
import type { SampleData } from '../data/database.ts';
import { partOf } from '../data/tables.ts';
import { RequestProblem, readQuery, clipText, type Endpoint } from './respond.ts';

interface Answers {
  readonly data: SampleData;
  readonly lists: Lists;
  readonly aggregates: Aggregates;
  readonly metadata: Metadata;
}

export function makeRouter({
  data,
  lists,
  aggregates,
  metadata,
}: Answers): (path: string) => Endpoint | null {
  const fixed = new Map<string, Endpoint>();
  for (const name of resourceNames) {
    const { path } = resources[name];
    fixed.set(path, ({ parameters }) => {
      const query = readQuery(parameters);
      const early = name === 'assets' ? lists.firstAssets(query) : null;
      const ready = data.ready(partOf(name));
      if (early === null) return ready.then(() => lists.list(name, query));
      // Requests that wait for the tables report the error.
      ready.catch(() => undefined);
      return early;
    });
    fixed.set(`${path}/meta`, async () => {
      await data.ready(partOf(name));
      return metadata.resource(name);
    });
  }
  for (const name of ['assets', 'tokens'] as const) {
    const { path } = resources[name];
    const answer =
      (shape: AggregateShape): Endpoint =>
      ({ parameters }) =>
        aggregates.answer(name, shape, readQuery(parameters));
    fixed.set(`${path}/aggregates`, answer('value'));
    fixed.set(`${path}/aggregates/timeseries`, answer('points'));
    fixed.set(`${path}/aggregates/meta`, () => {
      aggregates.prepare();
      return metadata.aggregates(name);
    });
  }

  /** Rule: service notes, "Single record": the bare record, numeric ids only. */
  function recordEndpoint(path: string): Endpoint | null {
    const name = resourceNames.find(
      (candidate) =>
        resources[candidate].hasRecordEndpoint && path.startsWith(`${resources[candidate].path}/`),
    );
    if (name === undefined) return null;
    const id = path.slice(resources[name].path.length + 1);
    if (id.includes('/')) return null;
    return async () => {
      await data.ready(partOf(name));
      const record = /^\d{1,15}$/.test(id) ? lists.record(name, Number(id)) : null;
      if (record !== null) return record;
      throw new RequestProblem(404, `${resources[name].singular} ${clipText(id)} not found.`);
    };
  }

  return (path) => fixed.get(path) ?? recordEndpoint(path);
}
