import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Query, Sort } from '../../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../../preload/contract/records.ts';
import { makeChunkPages } from '../../../../../../main/store/query/chunks/chunkPages.ts';
import { makeChunkReader, type ChunkReader } from '../../../../../../main/store/query/chunks/chunkReader.ts';
import { compileQuery } from '../../../../../../main/store/query/compile.ts';
import { makeStatements } from '../../../../../../main/store/query/statements.ts';
import { naiveQuery } from '../naiveQuery.ts';
import { resourceOfAllTypes } from '../sampleResource.ts';
import { openTestTable, type TestTable } from '../testTable.ts';

/** Pages of a table whose columns are stored in chunks, beside the naive evaluation. */

const resource = resourceOfAllTypes('transactions');

function idsOf({ records }: { records: readonly ResourceRecord[] }): unknown[] {
  return records.map(({ id }) => id);
}

function expectPages(table: TestTable, records: readonly ResourceRecord[], query: Query): void {
  const sorted = naiveQuery(
    resource,
    records,
    { ...query, pagination: { page: 1, perPage: 100_000 } },
    100_000,
  );
  const all = idsOf(sorted);
  const pages = Math.ceil(all.length / perPage);
  for (const page of [1, 2, pages >> 2, pages >> 1, pages].filter((one) => one > 0)) {
    const found = table.run({ ...query, pagination: { page, perPage } });
    expect(found.pagination.resultCount).toBe(all.length);
    expect([query, page, idsOf(found)]).toEqual([
      query,
      page,
      all.slice((page - 1) * perPage, page * perPage),
    ]);
  }
}

const perPage = 40;

const start = 'a long beginning that all of them have ';

const bothWays = (field: string): Sort[] => [
  { field, direction: 'asc' },
  { field, direction: 'desc' },
];

describe.each<[string, (index: number) => string | number]>([
  ['texts with the same code', (index) => `${start}${index.toString(36)}`],
  ['texts with the same code, of records with other ids', (index) => index],
])('%s', (_, idOf) => {
  const records = Array.from({ length: 600 }, (__, index): ResourceRecord => ({
    id: idOf((index * 7919) % 600),
    hash: `${start}${((index * 31) % 90).toString(36)}`,
    address: `${start}${((index * 17) % 5).toString(36)}`,
    number: index % 4,
  }));

  it.each(['id', 'hash', 'address', 'number'])('are in their own order, sorted by %s', (field) => {
    using table = openTestTable(resource, records);
    for (const sort of bothWays(field)) {
      expectPages(table, records, { sort });
      expectPages(table, records, { sort, filter: { field: 'number', operator: 'gte', value: 2 } });
    }
  });

  it.each<[string, Query]>([
    ['equal', { filter: { field: 'hash', operator: 'equals', value: `${start}1` } }],
    [
      'one of several',
      { filter: { field: 'hash', operator: 'in', value: [`${start}1`, `${start}2a`, 'x'] } },
    ],
    ['one of several or none', { filter: { field: 'hash', operator: 'in', value: [`${start}1`, null] } }],
    ['a beginning', { filter: { field: 'hash', operator: 'startsWith', value: `${start}1` } }],
    ['the beginning of all', { filter: { field: 'hash', operator: 'startsWith', value: 'a' } }],
    ['not equal', { filter: { field: 'hash', operator: 'notEquals', value: `${start}1` } }],
  ])('are told apart by a condition: %s', (__, query) => {
    using table = openTestTable(resource, records);
    expectPages(table, records, query);
  });
});

describe('more rows than are collected at once', () => {
  let table: TestTable;
  beforeAll(() => {
    table = openTestTable(resource, records);
  });
  afterAll(() => {
    table[Symbol.dispose]();
  });

  const count = 52_000;
  const records = Array.from({ length: count }, (_, index): ResourceRecord => {
    const mixed = (index * 48_271) % count;
    return {
      id: `${(index % 3).toString()}-0x${mixed.toString(16)}`,
      number: index % 11 === 0 ? null : mixed / 8,
      other_id: index % 7 === 0 ? null : index % 4,
      date: new Date(Date.UTC(2026, 0, 1 + (mixed % 400))).toISOString(),
      hash: `0x${((mixed * 7) % 30_000).toString(16)}`,
    };
  });

  const orders: [string, Sort][] = [
    ['"id"', { field: 'id', direction: 'asc' }],
    ['"number" IS NULL, "number", "id"', { field: 'number', direction: 'asc' }],
    ['"other_id" DESC, "id"', { field: 'other_id', direction: 'desc' }],
    ['"hash" DESC, "id"', { field: 'hash', direction: 'desc' }],
    [
      '"other_id" DESC, "date", "id" DESC',
      {
        field: 'other_id',
        direction: 'desc',
        thenBy: [
          { field: 'date', direction: 'asc' },
          { field: 'id', direction: 'desc' },
        ],
      },
    ],
  ];
  const inOrder = (value: string, order: string): unknown[] =>
    table.database.prepare(`SELECT ${value} FROM transactions ORDER BY ${order}`).pluck().all();

  it.each(orders)('are found in the order of %s', (order, sort) => {
    const all = inOrder('"id"', order);
    for (const page of [1, 2, 700, 1200, count / perPage]) {
      const found = idsOf(table.run({ sort, pagination: { page, perPage } }));
      expect([page, found]).toEqual([page, all.slice((page - 1) * perPage, page * perPage)]);
    }
  });

  it.each(orders)('are the same with only the ends in the order of %s', (order, sort) => {
    const all = inOrder('_key', order);
    const chunks = makeChunkPages(makeStatements(table.database));
    const compiled = compileQuery(table.table, { sort }, { openFields: true });
    for (const [offset, limit] of [
      [0, count],
      [0, 1],
      [0, 30_000],
      [7000, 7001],
      [51_990, 40],
    ] as const) {
      const found = chunks.keys(
        table.table,
        { sort },
        compiled.order,
        { openFields: true },
        { offset, limit, endsOnly: true },
      );
      const expected = all.slice(offset, offset + limit);
      expect([found?.at(0), found?.at(-1)]).toEqual([expected.at(0), expected.at(-1)]);
      expect(found?.sort()).toEqual(expected.sort());
    }
  });
});

it('columns larger than what is kept in memory are read as they are', () => {
  const records = Array.from({ length: 20_000 }, (_, index): ResourceRecord => ({
    id: index,
    number: index / 8,
  }));
  using table = openTestTable(resource, records);
  const statements = makeStatements(table.database);
  const whole = makeChunkReader(statements, table.table);
  const part = makeChunkReader(statements, table.table, 80_000);
  const read = (reader: ChunkReader, field: string): number[][] => {
    reader.refresh();
    reader.begin();
    const cursor = reader.cursor(field);
    return Array.from({ length: reader.count() }, (_, chunk) => Array.from(cursor.at(chunk), Number));
  };
  for (const field of ['number', 'number', 'id', 'number'])
    expect(read(part, field)).toEqual(read(whole, field));
  table.write([
    { id: 7, number: 99 },
    { id: 19_000, number: 99 },
  ]);
  for (const field of ['number', 'id']) expect(read(part, field)).toEqual(read(whole, field));
  expect(
    read(part, 'number')
      .flat()
      .filter((number) => number === 99),
  ).toHaveLength(3);
});

it('rows that change, come and go are found as they are', () => {
  const make = (index: number, number: number): ResourceRecord => ({
    id: index,
    number,
    hash: `0x${index.toString(16)}`,
  });
  const records = Array.from({ length: 9000 }, (_, index) => make(index, index % 10));
  using table = openTestTable(resource, records);
  const query: Query = {
    filter: { field: 'number', operator: 'gte', value: 8 },
    sort: { field: 'number', direction: 'desc' },
  };
  expectPages(table, records, query);
  const changed = [make(5, 9), make(8000, 1), make(9500, 9)];
  table.write(changed);
  const after = [...records.filter(({ id }) => id !== 5 && id !== 8000), ...changed];
  expectPages(table, after, query);
  table.remove([19, 4000]);
  const left = after.filter(({ id }) => id !== 19 && id !== 4000);
  expectPages(table, left, query);
  expectPages(table, left, {});
});
