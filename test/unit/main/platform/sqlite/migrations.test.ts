import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate, type Migration } from '../../../../../main/platform/sqlite/migrations.ts';

const first: Migration = (database) => database.exec('CREATE TABLE a (x)');
const second: Migration = (database) => database.exec('CREATE TABLE b (x); INSERT INTO b VALUES (1)');

function tables(database: Database.Database): unknown[] {
  return database.prepare('SELECT name FROM sqlite_schema ORDER BY name').pluck().all();
}

describe('migrations', () => {
  it('run once each, in order', () => {
    const database = new Database(':memory:');
    migrate(database, [first]);
    migrate(database, [first, second]);
    migrate(database, [first, second]);
    expect(tables(database)).toEqual(['a', 'b']);
    expect(database.prepare('SELECT count(*) FROM b').pluck().get()).toBe(1);
    expect(database.pragma('user_version', { simple: true })).toBe(2);
  });

  it('that fail leave the version before them', () => {
    const database = new Database(':memory:');
    const failing: Migration = (opened) => {
      opened.exec('CREATE TABLE half (x)');
      opened.exec('INSERT INTO missing VALUES (1)');
    };
    expect(() => {
      migrate(database, [first, failing, second]);
    }).toThrow('no such table');
    expect(tables(database)).toEqual(['a']);
    expect(database.pragma('user_version', { simple: true })).toBe(1);
  });

  it('refuse a database that is newer than the app', () => {
    const database = new Database(':memory:');
    migrate(database, [first, second]);
    expect(() => {
      migrate(database, [first]);
    }).toThrow('newer version of RWA Explorer');
  });
});
