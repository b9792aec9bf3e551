import type Database from 'better-sqlite3';
import { packValues, unpackValues } from './historyCodec.ts';
import { resourcesWithHistory } from './historyTables.ts';

const cachedDays = 14;
/** A token's row with every figure changed takes about 700 bytes, a usual one a tenth. */
const maxRows = 400_000;
const stepSize = 500;

interface Cursor {
  readonly resource: string;
  readonly week: number;
  readonly key: number;
}

/** Thins the history: each day for two weeks, then each week, up to a maximum number of rows. */
export function makeHistoryThinning(database: Database.Database, limit = maxRows) {
  const oldest = database
    .prepare('SELECT min(changed_on) FROM history WHERE resource = ? AND changed_on >= ?')
    .pluck();
  const rowsOf = database
    .prepare(
      `SELECT key, changed_on, seen_until, before FROM history
       WHERE resource = :resource AND changed_on BETWEEN :from AND :to AND key IN (
         SELECT DISTINCT key FROM history
         WHERE resource = :resource AND changed_on BETWEEN :from AND :to AND key > :key
         ORDER BY key LIMIT ${stepSize.toString()}
       ) ORDER BY key, changed_on`,
    )
    .raw();
  const drop = database.prepare('DELETE FROM history WHERE resource = ? AND key = ? AND changed_on = ?');
  const change = database.prepare(
    'UPDATE history SET seen_until = ?, before = ? WHERE resource = ? AND key = ? AND changed_on = ?',
  );
  const readThinned = database.prepare('SELECT thinned_to FROM history_thinned WHERE resource = ?').pluck();
  const putThinned = database.prepare(
    `INSERT INTO history_thinned (resource, thinned_to, forgotten_to) VALUES (?, ?, 0)
     ON CONFLICT (resource) DO UPDATE SET thinned_to = excluded.thinned_to`,
  );
  const putForgotten = database.prepare(
    `INSERT INTO history_thinned (resource, thinned_to, forgotten_to) VALUES (?, 0, ?)
     ON CONFLICT (resource) DO UPDATE SET forgotten_to = excluded.forgotten_to`,
  );
  const count = database.prepare('SELECT count(*) FROM history').pluck();
  let cursor: Cursor | null = null;

  function nextCursor(today: number): Cursor | null {
    for (const resource of resourcesWithHistory) {
      const from = Number(readThinned.get(resource) ?? 0);
      const day = oldest.get(resource, from);
      if (typeof day !== 'number') continue;
      const week = Math.floor(day / 7);
      if (week * 7 + 6 < today - cachedDays) return { resource, week, key: -1 };
    }
    return null;
  }

  /** Merges a record's rows of a week: keeps the values from before the first of them. */
  const mergeSome = database.transaction(({ resource, week, key }: Cursor): Cursor | null => {
    const bounds = { resource, from: week * 7, to: week * 7 + 6, key };
    let last: readonly [number, number, number, Buffer] | null = null;
    let seen = 0;
    for (const row of rowsOf.all(bounds).filter(isRow)) {
      if (last?.[0] === row[0]) {
        const values = new Map([...unpackValues(row[3]), ...unpackValues(last[3])]);
        const merged = packValues(values);
        drop.run(resource, last[0], last[1]);
        change.run(last[2], merged, resource, row[0], row[1]);
        last = [row[0], row[1], last[2], merged];
      } else {
        seen += 1;
        last = row;
      }
    }
    if (seen === stepSize && last !== null) return { resource, week, key: last[0] };
    putThinned.run(resource, week * 7 + 7);
    return null;
  });

  const forgetDay = database.transaction((): boolean => {
    if (Number(count.get()) <= limit) return false;
    const day = database.prepare('SELECT min(changed_on) FROM history').pluck().get();
    if (typeof day !== 'number') return false;
    database.prepare('DELETE FROM history WHERE changed_on <= ?').run(day);
    for (const resource of resourcesWithHistory) putForgotten.run(resource, day);
    return true;
  });

  return {
    /** Does part of a day's work (days since 1970-01-01 UTC). Returns whether there is more. */
    thinSome(today: number): boolean {
      cursor ??= nextCursor(today);
      if (cursor === null) return forgetDay.immediate();
      cursor = mergeSome.immediate(cursor);
      return true;
    },
  };
}

function isRow(row: unknown): row is [number, number, number, Buffer] {
  return Array.isArray(row) && Buffer.isBuffer(row[3]);
}
