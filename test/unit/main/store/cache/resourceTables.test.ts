import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import type { Field, Resource } from '../../../../../preload/contract/resources/types.ts';
import { cacheMigrations } from '../../../../../main/store/cache/migrations.ts';
import { upgradeTables } from '../../../../../main/store/cache/resourceTables.ts';
import { migrate } from '../../../../../main/platform/sqlite/migrations.ts';
import { installFunctions } from '../../../../../main/store/query/functions.ts';
import { decodeRecord, ownValues } from '../../../../../main/store/query/records.ts';
import { makeQueryRunner } from '../../../../../main/store/query/run.ts';
import { makeWriter } from '../../../../../main/store/query/writer.ts';
import { resourceOfAllTypes } from '../query/sampleResource.ts';

/** What a new version of the catalogue does to what is cached. */

const before = resourceOfAllTypes('transactions');

function changed(change: (fields: readonly Field[]) => readonly Field[]): Resource {
  return { ...before, fields: change(before.fields) };
}

const records: ResourceRecord[] = Array.from({ length: 2500 }, (_, index) => ({
  id: index % 3 === 0 ? `x-${index.toString()}` : index,
  text: index.toString(),
  number: index / 4,
  date: '2026-01-05',
  score: { val: index, val_7d: 1 },
  object: { group: index % 10 },
}));

function openCache(resource = before): Disposable & { database: Database.Database } {
  const database = new Database(':memory:');
  installFunctions(database);
  migrate(database, cacheMigrations);
  const writer = makeWriter(database, upgradeTables(database, resource));
  writer.write(records.slice(0, 1200), [1]);
  writer.write(records.slice(1200), [2]);
  return { database, [Symbol.dispose]: () => database.close() };
}

function readAll(
  database: Database.Database,
  resource: Resource,
): { keys: unknown[]; records: ResourceRecord[]; own: unknown[] } {
  const table = upgradeTables(database, resource);
  const { rows } = makeQueryRunner(database).readPage(
    table,
    { pagination: { perPage: 5000 }, sort: { field: 'id', direction: 'asc' } },
    { openFields: true, maxPerPage: 5000 },
  );
  return {
    keys: database.prepare(`SELECT _key FROM ${table.name} ORDER BY "id"`).pluck().all(),
    records: rows.map((row) => decodeRecord(table, row)),
    own: rows.map((row) => ownValues(table, row)[0]),
  };
}

describe('a changed catalogue', () => {
  it.each<[string, Resource]>([
    [
      'gains a field',
      changed((fields) => [
        ...fields,
        { ...(fields[0] as Field), name: 'score', type: 'metric', sortable: true },
      ]),
    ],
    ['loses a field', changed((fields) => fields.filter(({ name }) => name !== 'text' && name !== 'date'))],
    [
      'changes the type of a field',
      changed((fields) =>
        fields.map((field) => (field.name === 'text' ? { ...field, type: 'number' } : field)),
      ),
    ],
  ])('that %s loses no record, no key and no fetch', (_, after) => {
    using cache = openCache();
    const old = readAll(cache.database, before);
    expect(old.records).toHaveLength(2500);
    expect(readAll(cache.database, after)).toEqual(old);
    expect(readAll(cache.database, before)).toEqual(old);
  });

  it('loses no record of a resource with fields that only other records hold', () => {
    const withVia: readonly Field[] = [
      ...before.fields,
      {
        ...(before.fields[0] as Field),
        name: 'is_open',
        type: 'boolean',
        via: { resource: 'assets', idField: 'id', field: 'is_open' },
      },
    ];
    using cache = openCache(changed(() => withVia));
    const old = readAll(
      cache.database,
      changed(() => withVia),
    );
    const after = changed(() => withVia.filter(({ name }) => name !== 'text'));
    expect(readAll(cache.database, after)).toEqual(old);
    expect(old.records).toHaveLength(2500);
  });

  it('makes a new field one that can be queried', () => {
    using cache = openCache();
    const after = changed((fields) => [
      ...fields,
      { ...(fields[0] as Field), name: 'score', type: 'metric', sortable: true },
    ]);
    const table = upgradeTables(cache.database, after);
    const page = makeQueryRunner(cache.database).readPage(
      table,
      {
        filter: { operator: 'gte', field: 'score', value: 2490 },
        sort: { field: 'score', direction: 'desc' },
      },
      { openFields: false },
    );
    expect(page.pagination.resultCount).toBe(10);
    expect(decodeRecord(table, page.rows[0] ?? [])['text']).toBe('2499');
  });

  it('that differs in what is filtered only changes indexes', () => {
    using cache = openCache();
    const names = (): unknown[] =>
      cache.database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name")
        .pluck()
        .all();
    const all = names();
    const rows = (): unknown =>
      cache.database.prepare('SELECT count(*), sum(_key) FROM transactions').raw().get();
    const written = rows();
    upgradeTables(
      cache.database,
      changed((fields) =>
        fields.map((field) =>
          field.name === 'address' ? { ...field, filterable: false, sortable: false } : field,
        ),
      ),
    );
    expect(all).toContain('transactions_address');
    expect(names()).toEqual(all.filter((name) => name !== 'transactions_address'));
    expect(rows()).toEqual(written);
  });

  it('that is the same touches nothing', () => {
    using cache = openCache();
    const changes = (): unknown => cache.database.prepare('SELECT total_changes()').pluck().get();
    const written = changes();
    upgradeTables(cache.database, before);
    expect(changes()).toBe(written);
  });
});
