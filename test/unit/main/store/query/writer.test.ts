import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { spreadBetween } from '../../../../../main/store/query/order.ts';
import { makeTable } from '../../../../../main/store/query/tables.ts';
import { makeWriter } from '../../../../../main/store/query/writer.ts';
import { resourceOfAllTypes } from './sampleResource.ts';
import { createTable, openTestTable, type TestTable } from './testTable.ts';

const things = resourceOfAllTypes('things');

/** The ids in the order that the table keeps, which is to be that of the ids themselves. */
function orders(table: TestTable): { kept: unknown[]; sorted: unknown[] } {
  const ids = (order: string): unknown[] =>
    table.database.prepare(`SELECT "id" FROM ${table.table.name} ORDER BY ${order}`).pluck().all();
  return { kept: ids('_order'), sorted: ids('"id"') };
}

describe('writing records', () => {
  it('keeps the order of ids, whatever order they come in', () => {
    const pages = fc.array(
      fc.array(
        fc
          .oneof(fc.integer({ min: -1000, max: 1000 }), fc.stringMatching(/^[0-9a-c]-0x[0-9a-f]{3}$/))
          .map((id): ResourceRecord => ({ id })),
        { maxLength: 40 },
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pages, (written) => {
        using table = openTestTable(things);
        for (const page of written) table.write(page);
        const { kept, sorted } = orders(table);
        expect(kept).toEqual(sorted);
        expect(kept).toHaveLength(new Set(written.flat().map(({ id }) => String(id))).size);
      }),
      { numRuns: 100 },
    );
  });

  it('renumbers where ids come between the same two again and again', () => {
    using table = openTestTable(things, [{ id: 0 }, { id: 1_000_000 }]);
    for (let id = 1; id <= 1500; id += 1) table.write([{ id: id % 2 === 0 ? id : 999_999 - id }]);
    for (let id = 500_000; id > 499_000; id -= 1) table.write([{ id }]);
    const { kept, sorted } = orders(table);
    expect(kept).toHaveLength(2502);
    expect(kept).toEqual(sorted);
  });

  it('replaces a record with the same id, whichever type the id comes with, and keeps its key', () => {
    using table = openTestTable(things);
    const [first] = table.write([{ id: 5, text: 'old', number: 1 }]);
    const [second] = table.write([{ id: '5', text: 'new' }]);
    expect(second).toBe(first);
    expect(table.run({}).records).toEqual([{ id: '5', text: 'new' }]);
    expect(table.run({ filter: { operator: 'equals', field: 'number', value: 1 } }).records).toEqual([]);
  });

  it('touches nothing of a record that is the same, and everything of one that is not', () => {
    const database = new Database(':memory:');
    const table = makeTable(things, [{ name: '_fetch', sqlType: 'INTEGER NOT NULL' }]);
    createTable(database, table);
    const { write } = makeWriter(database, table);
    const changes = (): unknown =>
      database.prepare(`SELECT _key, _fetch, "text", "number", "date" FROM ${table.name}`).all();
    const record = { id: '7', text: 'a', number: 1.5, date: '2026-01-05', object: { a: 1 } };
    write([record], [1]);
    database.exec(
      `CREATE TRIGGER touched UPDATE OF _body, "text" ON ${table.name} BEGIN SELECT raise(ABORT, 'touched'); END`,
    );
    write([record], [2]);
    const date = Date.UTC(2026, 0, 5);
    expect(changes()).toEqual([{ _key: 1, _fetch: 2, text: 'a', number: 1.5, date }]);
    expect(database.prepare(`SELECT uses FROM ${table.bodies}`).pluck().all()).toEqual([1]);
    for (const other of [{ text: 'b' }, { number: '1.5' }, { object: { a: 2 } }, { date: null }, { id: 7 }]) {
      expect(() => write([{ ...record, ...other }], [3])).toThrow('touched');
    }
  });

  it('returns the key of each record, the same for the same id', () => {
    using table = openTestTable(things);
    const keys = table.write([{ id: 2 }, { id: 1 }, { id: '2', text: 'last' }]);
    expect(keys[0]).toBe(keys[2]);
    expect(new Set(keys).size).toBe(2);
    expect(table.run({ sort: { field: 'id', direction: 'asc' } }).records).toEqual([
      { id: 1 },
      { id: '2', text: 'last' },
    ]);
  });
});

describe('spreadBetween', () => {
  it.each<[number | null, number | null, number, number[] | null]>([
    [0, 40, 3, [10, 20, 30]],
    [0, 4, 3, [1, 2, 3]],
    [0, 3, 3, null],
    [7, 8, 1, null],
    [null, null, 0, []],
  ])('between %s and %s finds %s places: %j', (low, high, count, expected) => {
    expect(spreadBetween(low, high, count)).toEqual(expected);
  });

  it('leaves numbers free at both ends of the table', () => {
    expect(spreadBetween(100, null, 2)).toEqual([100 + 2 ** 30, 100 + 2 ** 31]);
    expect(spreadBetween(null, 100, 1)).toEqual([100 - 2 ** 30]);
    expect(spreadBetween(Number.MAX_SAFE_INTEGER, null, 1)).toBeNull();
  });
});
