import { dayMs } from '../../../preload/contract/days.ts';
import type Database from 'better-sqlite3';
import { once } from '../../platform/once.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { SqlValue } from '../query/columns.ts';
import type { Table } from '../query/tables.ts';
import type { RowObserver } from '../query/writer.ts';
import { packValues, unpackValues } from './historyCodec.ts';
import { readFieldNumbers } from './historyTables.ts';

/** Stores one snapshot a day of a resource's records, as differences. */
export interface HistoryRecorder extends RowObserver {
  /** Sets the fetch time of the next write, in milliseconds since 1970 UTC. */
  fetched(at: number): void;
}

export function makeHistoryRecorder(
  database: Database.Database,
  resource: ResourceName,
  table: Table,
): HistoryRecorder {
  const putFirst = database.prepare('INSERT OR IGNORE INTO first_seen (resource, key, day) VALUES (?, ?, ?)');
  const readFirst = database.prepare('SELECT day FROM first_seen WHERE resource = ? AND key = ?').pluck();
  const fetchedAt = database.prepare('SELECT at FROM fetches WHERE key = ?').pluck();
  const last = database
    .prepare(
      `SELECT changed_on, seen_until, before FROM history WHERE resource = ? AND key = ?
       ORDER BY changed_on DESC LIMIT 1`,
    )
    .raw();
  const put = database.prepare(
    `INSERT INTO history (resource, key, changed_on, seen_until, before) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (resource, key, changed_on) DO UPDATE SET before = excluded.before`,
  );
  // Read with the first change, so that a cache damaged here can still be opened and cleared.
  const watched = once(() => {
    const numbers = new Map(
      [...readFieldNumbers(database, resource)].map(([number, name]) => [name, number]),
    );
    return table.columns.flatMap(({ name, index }) => {
      const number = numbers.get(name);
      return number === undefined ? [] : [{ number, index }];
    });
  });
  const dayOfFetch = new Map<SqlValue, number>();
  let today = 0;

  function dayOf(fetch: SqlValue): number {
    const known = dayOfFetch.get(fetch);
    if (known !== undefined) return known;
    if (dayOfFetch.size > 1000) dayOfFetch.clear();
    const day = Math.floor(Number(fetchedAt.get(fetch) ?? 0) / dayMs);
    dayOfFetch.set(fetch, day);
    return day;
  }

  return {
    fetched(at) {
      today = Math.floor(at / dayMs);
      dayOfFetch.clear();
    },
    added(key) {
      putFirst.run(resource, key, today);
    },
    changed(key, before, values, [fetch = null], isMended) {
      if (isMended) return;
      const gone = new Map<number, SqlValue>();
      for (const { number, index } of watched()) {
        const value = before[index] ?? null;
        if (value !== values[index]) gone.set(number, value);
      }
      if (gone.size === 0) return;
      const lastRow = last.get(resource, key);
      const row = isRow(lastRow) ? { on: lastRow[0], until: lastRow[1], before: lastRow[2] } : null;
      const seen = dayOf(fetch);
      // If the clock was set back, the last known day applies.
      const on = Math.max(today, seen, row?.on ?? 0);
      if (row?.on === on) {
        const merged = unpackValues(row.before);
        for (const [field, value] of gone) if (!merged.has(field)) merged.set(field, value);
        put.run(resource, key, on, row.until, packValues(merged));
      } else if (seen < on) put.run(resource, key, on, seen, packValues(gone));
      // The old values seen earlier today belong to an earlier day too, unless the record is new.
      else if (Number(readFirst.get(resource, key) ?? on) < on)
        put.run(resource, key, on, on - 1, packValues(gone));
    },
  };
}

function isRow(row: unknown): row is [number, number, Buffer] {
  return Array.isArray(row) && row.length === 3;
}
