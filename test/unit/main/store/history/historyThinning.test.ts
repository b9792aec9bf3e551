import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { packValues, unpackValues } from '../../../../../main/store/history/historyCodec.ts';
import { makeHistoryThinning } from '../../../../../main/store/history/historyThinning.ts';
import { cacheMigrations } from '../../../../../main/store/cache/maintenance/cacheMigrations.ts';
import { migrate } from '../../../../../main/platform/sqlite/migrations.ts';

/** The first day of a week, counted from 1970-01-01. */
const week = 7 * 2900;

function history(rows: readonly [key: number, on: number, until: number, values: [number, number][]][]) {
  const database = new Database(':memory:');
  migrate(database, cacheMigrations);
  const put = database.prepare(
    `INSERT INTO history (resource, key, changed_on, seen_until, before) VALUES ('tokens', ?, ?, ?, ?)`,
  );
  for (const [key, on, until, values] of rows) put.run(key, on, until, packValues(new Map(values)));
  const read = (): unknown[] =>
    (
      database.prepare('SELECT key, changed_on, seen_until, before FROM history').raw().all() as [
        number,
        number,
        number,
        Buffer,
      ][]
    ).map(([key, on, until, before]) => [key, on, until, Object.fromEntries(unpackValues(before))]);
  return { database, read };
}

describe('the history, thinned', () => {
  it('keeps of a week that has passed the values before it, and of the last two weeks each day', () => {
    const { database, read } = history([
      [1, week + 1, week, [[4, 10]]],
      [
        1,
        week + 3,
        week + 1,
        [
          [4, 11],
          [5, 7],
        ],
      ],
      [1, week + 8, week + 3, [[4, 12]]],
      [2, week + 2, week + 1, [[4, 1]]],
      [1, week + 30, week + 29, [[4, 13]]],
      [1, week + 31, week + 30, [[4, 14]]],
    ]);
    const thinning = makeHistoryThinning(database);
    while (thinning.thinSome(week + 35));
    expect(read()).toEqual([
      [1, week + 3, week, { 4: 10, 5: 7 }],
      [1, week + 8, week + 3, { 4: 12 }],
      [1, week + 30, week + 29, { 4: 13 }],
      [1, week + 31, week + 30, { 4: 14 }],
      [2, week + 2, week + 1, { 4: 1 }],
    ]);
  });

  it('forgets the oldest days where there are too many', () => {
    const { database, read } = history(
      Array.from({ length: 10 }, (_, day) => [1, week + day, week + day - 1, [[4, day]]]),
    );
    const thinning = makeHistoryThinning(database, 4);
    while (thinning.thinSome(week + 10));
    expect(read()).toHaveLength(4);
    expect(read()[0]).toEqual([1, week + 6, week + 5, { 4: 6 }]);
    expect(
      database.prepare(`SELECT forgotten_to FROM history_thinned WHERE resource = 'tokens'`).pluck().get(),
    ).toBe(week + 5);
  });
});
