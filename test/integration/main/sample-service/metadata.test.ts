import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { someOf } from '../../../support/scale.ts';
import { operatorsOfType } from '../../../../preload/contract/operators.ts';
import type { Query } from '../../../../preload/contract/query.ts';
import { refusedInTimeseries } from '../../../../preload/contract/resources/aggregates.ts';
import { startService, type TestAnswer, type TestClient } from './serviceClient.ts';

/** What metadata promise is accepted, and nothing else is: each answer is read, and everything in it is asked for. */

let service: TestClient;
beforeAll(async () => {
  service = await startService({ assets: 40, transactions: 400 });
});
afterAll(() => service[Symbol.asyncDispose]());

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const metadataSchema = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      filterable: z.boolean(),
      sortable: z.boolean(),
      operators: z.array(z.string()),
      selectOptions: z.array(z.object({ value: scalar, label: z.string() })).optional(),
    }),
  ),
  defaults: z.object({
    sort: z.object({ field: z.string(), direction: z.enum(['asc', 'desc']) }),
    pagination: z.object({ page: z.number(), perPage: z.number() }),
  }),
  aggregate: z
    .object({
      groupBy: z.array(z.string()),
      aggregateFunction: z.array(z.string()),
      interval: z.array(z.string()),
      mode: z.array(z.string()),
      sort: z.object({ aggregates: z.array(z.string()), timeseries: z.array(z.string()) }),
    })
    .optional(),
});
type Metadata = z.infer<typeof metadataSchema>;

async function metadataOf(path: string): Promise<Metadata> {
  return metadataSchema.parse((await service.ask(path)).body);
}

const knownOperators = new Set(Object.values(operatorsOfType).flat());
const lists = ['assets', 'tokens', 'networks', 'platforms', 'issuers', 'managers', 'service-providers'];
const listPaths = [...lists, 'transactions'].map((name) => `/v4/${name}`);
/** A value that is right for a type. */
const values: Readonly<Record<string, string | number | boolean>> = {
  number: 1,
  metric: 1,
  boolean: true,
  date: '2026-01-01',
  datetime: '2026-01-01',
};

/** Refusals of queries that ought to be answered, and answers to those that ought to be refused: of as many as the scale says. */
async function expectAll(path: string, status: 200 | 400, queries: readonly Query[]): Promise<void> {
  const wrong: [Query, TestAnswer['status'], unknown][] = [];
  for (const query of someOf(queries)) {
    const answer = await service.ask(path, { pagination: { perPage: 1 }, ...query });
    if (answer.status !== status) wrong.push([query, answer.status, answer.body]);
  }
  expect(wrong).toEqual([]);
}

/** The filters that fields promise, and those that they do not. */
/** @param broken fields whose filters are promised and refused */
function filtersOf(
  { fields }: Metadata,
  broken: readonly string[] = [],
): { readonly promised: Query[]; readonly others: Query[] } {
  const promised: Query[] = [];
  const others: Query[] = [];
  for (const { name, type, operators, filterable } of fields) {
    for (const operator of knownOperators) {
      const value = values[type] ?? 'x';
      const filter = { operator, field: name, value: operator === 'in' ? [value] : value };
      (filterable && operators.includes(operator) && !broken.includes(name) ? promised : others).push({
        filter,
      });
    }
  }
  others.push({ filter: { operator: 'equals', field: 'no_such_field', value: 1 } });
  return { promised, others };
}

describe('the metadata of a list', () => {
  it.each(listPaths)('%s', async (path) => {
    const metadata = await metadataOf(`${path}/meta`);
    const { promised, others } = filtersOf(metadata);
    const sorted = (isSortable: boolean): Query[] =>
      metadata.fields
        .filter(({ sortable }) => sortable === isSortable)
        .flatMap(({ name }) =>
          (['asc', 'desc'] as const).map((direction) => ({ sort: { field: name, direction } })),
        );
    await expectAll(path, 200, [{ ...metadata.defaults }, ...promised, ...sorted(true)]);
    await expectAll(path, 400, [
      ...others,
      ...sorted(false),
      { sort: { field: 'no_such_field', direction: 'asc' } },
    ]);
  });

  it.each(listPaths)('%s offers as options what it takes', async (path) => {
    const { fields } = await metadataOf(`${path}/meta`);
    const queries = fields.flatMap(({ name, operators, selectOptions = [] }) =>
      selectOptions.map(({ value }) => ({
        filter: { operator: operators.includes('includes') ? 'includes' : 'equals', field: name, value },
      })),
    );
    await expectAll(path, 200, queries);
  });

  it.each(lists.slice(2).map((name) => `/v4/${name}`))('%s offers its own records', async (path) => {
    const { fields } = await metadataOf(`${path}/meta`);
    const records = await service.all(path);
    for (const name of ['id', 'name', 'slug']) {
      const options = fields.find((field) => field.name === name)?.selectOptions ?? [];
      const offered = options.map(({ value }) => String(value));
      expect(offered.toSorted()).toEqual(records.map((one) => String(one[name])).toSorted());
    }
  });
});

describe('the metadata of aggregates', () => {
  it.each(['assets', 'tokens'] as const)('%s', async (kind) => {
    const path = `/v4/${kind}/aggregates`;
    const metadata = await metadataOf(`${path}/meta`);
    const { aggregate } = metadata;
    if (aggregate === undefined) throw new Error('There are no words of aggregates.');
    const ofMeasure = { operator: 'equals', field: 'measure_slug', value: 'holding_addresses_count' };
    const shapes = [
      { at: path, sorts: aggregate.sort.aggregates, broken: [] },
      { at: `${path}/timeseries`, sorts: aggregate.sort.timeseries, broken: refusedInTimeseries[kind] },
    ];
    for (const { at, sorts, broken } of shapes) {
      const { promised, others } = filtersOf(metadata, broken);
      const inTime = (query: Query): Query =>
        query.filter === undefined
          ? { ...query, filter: ofMeasure }
          : { ...query, filter: { operator: 'and', filters: [query.filter, ofMeasure] } };
      const grouped = aggregate.groupBy.map((groupBy) => ({ aggregate: { groupBy } }));
      const sorted = aggregate.groupBy.flatMap((groupBy) =>
        sorts.map((field) => ({
          aggregate: { groupBy },
          sort: { field: field === 'groupBy' ? groupBy : field, direction: 'desc' as const },
        })),
      );
      const worded = (['aggregateFunction', 'interval', 'mode'] as const).flatMap((member) =>
        aggregate[member].map((word) => ({ aggregate: { groupBy: 'network', [member]: word } })),
      );
      await expectAll(
        at,
        200,
        [{ ...metadata.defaults }, ...promised, ...grouped, ...sorted, ...worded].map(inTime),
      );
      const fields = metadata.fields.filter(({ name }) => !sorts.includes(name));
      const unsorted = fields.map(({ name }) => ({
        aggregate: { groupBy: name === 'network_id' ? 'asset' : 'network_id' },
        sort: { field: name, direction: 'asc' as const },
      }));
      const strange = ['groupBy', 'aggregateFunction', 'interval', 'mode'].map((member) => ({
        aggregate: { [member]: 'no_such_word' },
      }));
      await expectAll(at, 400, [...others, ...unsorted, ...strange].map(inTime));
    }
    for (const { name, sortable } of metadata.fields) {
      const query = { filter: ofMeasure, sort: { field: name, direction: 'asc' as const } };
      await expectAll(`${path}/timeseries`, sortable ? 200 : 400, [query]);
    }
  });
});
