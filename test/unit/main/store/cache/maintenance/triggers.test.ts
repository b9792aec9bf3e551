import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../../../../../main/platform/sqlite/migrations.ts';
import { cacheMigrations } from '../../../../../../main/store/cache/maintenance/cacheMigrations.ts';

// In SQLite the conflict clause of the statement that fires a trigger holds in the trigger too: `INSERT OR REPLACE` outside makes `OR IGNORE` inside replace.
it('leaves no trigger of a cache to the conflict clause of the statement that fires it', () => {
  const database = new Database(':memory:');
  migrate(database, cacheMigrations);
  const triggers = database
    .prepare(`SELECT sql FROM sqlite_master WHERE type = 'trigger'`)
    .pluck()
    .all()
    .map(String);
  database.close();
  expect(triggers.length).toBeGreaterThan(4);
  expect(triggers.filter((sql) => /\bOR (IGNORE|REPLACE)\b|\bON CONFLICT\b/i.test(sql))).toEqual([]);
});
