import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { makeTable } from '../../../../../main/store/query/tables.ts';
import { makeWriter } from '../../../../../main/store/query/writer.ts';
import { resourceOfAllTypes } from './sampleResource.ts';
import { createTable, openTestTable } from './testTable.ts';

const things = resourceOfAllTypes('things');

describe('writing records', () => {
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
