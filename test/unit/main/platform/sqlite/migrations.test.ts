import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate, type Migration } from '../../../../../main/platform/sqlite/migrations.ts';

const first: Migration = (database) => database.exec('CREATE TABLE a (x); INSERT INTO a VALUES (1)');
const second: Migration = (database) => database.exec('CREATE TABLE b (x)');

it('a database of this version opens, one of an earlier version becomes one of this, and one of a later version is refused', () => {
  const database = new Database(':memory:');
  const contents = (): unknown[] => [
    database.prepare('SELECT name FROM sqlite_schema ORDER BY name').pluck().all(),
    database.prepare('SELECT count(*) FROM a').pluck().get(),
    database.pragma('user_version', { simple: true }),
  ];
  migrate(database, [first]);
  migrate(database, [first]);
  expect(contents()).toEqual([['a'], 1, 1]);
  const failing: Migration = (opened) => {
    second(opened);
    opened.exec('INSERT INTO missing VALUES (1)');
  };
  expect(() => {
    migrate(database, [first, failing]);
  }).toThrow('no such table');
  expect(contents()).toEqual([['a'], 1, 1]);
  migrate(database, [first, second]);
  expect(contents()).toEqual([['a', 'b'], 1, 2]);
  expect(() => {
    migrate(database, [first]);
  }).toThrow('newer version of RWA Explorer');
  expect(contents()).toEqual([['a', 'b'], 1, 2]);
});
