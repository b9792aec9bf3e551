import { describe, expect, it } from 'vitest';
import type { Filter, Query, Sort } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { naiveQuery } from './naiveQuery.ts';
import { resourceOfAllTypes } from './sampleResource.ts';
import { openTestTable } from './testTable.ts';

/** Pages of a table that is large enough for every way to a page: along an index, from either end, collected, given up. */

const resource = resourceOfAllTypes('transactions');
const count = 2400;

/** Few different values, many ties, every ninth without; the address says where in the order of numbers a record stands. */
const records: ResourceRecord[] = Array.from({ length: count }, (_, index) => ({
  id: `${(index % 3).toString()}-${((index * 7919) % count).toString(16)}`,
  other_id: index % 9 === 0 ? null : index % 5,
  number: index,
  address: index < count / 2 ? `late ${index.toString()}` : `early ${index.toString()}`,
  date: new Date(Date.UTC(2026, 0, 1 + (index % 40))).toISOString(),
}));

const filters: readonly (Filter | undefined)[] = [
  undefined,
  { operator: 'equals', field: 'other_id', value: 3 },
  { operator: 'notEquals', field: 'other_id', value: 3 },
  { operator: 'lt', field: 'number', value: 1500 },
  { operator: 'startsWith', field: 'address', value: 'late' },
  { operator: 'equals', field: 'address', value: 'late 17' },
  { operator: 'in', field: 'other_id', value: [1, null] },
];
const sorts = ['id', 'other_id', 'number', 'address', 'date'];

const severalFields: readonly Sort[] = [
  {
    field: 'other_id',
    direction: 'desc',
    thenBy: [
      { field: 'date', direction: 'asc' },
      { field: 'number', direction: 'desc' },
    ],
  },
  { field: 'date', direction: 'asc', thenBy: [{ field: 'other_id', direction: 'asc' }] },
  { field: 'other_id', direction: 'asc', thenBy: [{ field: 'id', direction: 'desc' }] },
];

function bothWays(field: string): Sort[] {
  return [
    { field, direction: 'asc' },
    { field, direction: 'desc' },
  ];
}

const perPage = 7;

describe.each(filters.map((filter) => ({ name: JSON.stringify(filter ?? 'all'), filter })))(
  'pages of $name',
  ({ filter }) => {
    it('are the same from whichever end and by whichever way they are found', () => {
      using table = openTestTable(resource, records);
      for (const sort of [...sorts.flatMap(bothWays), ...severalFields]) {
        const query: Query = filter === undefined ? { sort } : { sort, filter };
        const whole = { ...query, pagination: { page: 1, perPage: count } };
        const expected = idsOf(naiveQuery(resource, records, whole, count));
        const pages = Math.ceil(expected.length / perPage);
        expect(pages).toBeGreaterThan(0);
        for (const page of [1, 2, pages >> 2, pages >> 1, pages - 1, pages].filter((one) => one > 0)) {
          const actual = idsOf(table.run({ ...query, pagination: { page, perPage } }));
          expect([sort, page, actual]).toEqual([
            sort,
            page,
            expected.slice((page - 1) * perPage, page * perPage),
          ]);
        }
      }
    });
  },
);

it('pages in the middle of an order by several fields are those of the data as they are', () => {
  using table = openTestTable(resource, records);
  const query: Query = {
    sort: { field: 'date', direction: 'asc', thenBy: [{ field: 'number', direction: 'desc' }] },
    pagination: { page: 12, perPage: 100 },
  };
  expect(idsOf(table.run(query))).toEqual(idsOf(naiveQuery(resource, records, query)));
  const [first, ...others] = records;
  const moved = [{ ...first, id: first?.id ?? '', date: '2030-01-01T00:00:00.000Z' }, ...others];
  table.write(moved.slice(0, 1));
  expect(idsOf(table.run(query))).toEqual(idsOf(naiveQuery(resource, moved, query)));
  expect(idsOf(table.run(query))).not.toEqual(idsOf(naiveQuery(resource, records, query)));
});

function idsOf({ records: found }: { records: readonly ResourceRecord[] }): unknown[] {
  return found.map(({ id }) => id);
}
