import type Database from 'better-sqlite3';
import { dayMs } from '../../../preload/contract/days.ts';
import type { RowGuard } from '../query/writer.ts';
import { comparableInstant } from '../query/values.ts';
import type { Table } from '../query/tables.ts';

/** The member that says when the service last changed a record. */
const changedAt = '_updated_at';

/** Assumed (`replica-behind` in docs/service-assumptions.md): no replica is further behind. */
const mostBehindMs = 7 * dayMs;

/**
 * Keeps cached copies that the service changed later than what it sends now: the answer comes from a
 * replica that is behind. A copy that was changed longer ago is replaced: the service itself has set the time back.
 */
export function makeNewerCopies(database: Database.Database, table: Table) {
  const index = table.column.get(changedAt)?.index;
  const text = table.lists.size > 0 ? 'coalesce(brief, content)' : 'content';
  const inBody = database
    .prepare(`SELECT ${text} ->> '$.${changedAt}' FROM ${table.bodies} WHERE key = ?`)
    .pluck();
  let now = 0;
  let older = new Set<number>();
  let replaced = 0;
  const guard: RowGuard = {
    stays(key, record, values, body) {
      const sent = comparableInstant(record[changedAt]);
      if (sent === null) return false;
      const stored = index === undefined ? instantOf(inBody.get(body)) : values[index];
      if (typeof stored !== 'number' || stored <= sent) return false;
      older.add(key);
      const isKept = Math.abs(now - stored) <= mostBehindMs;
      if (!isKept) replaced += 1;
      return isKept;
    },
  };
  return {
    guard,
    /** Begins an answer that was fetched at this time (milliseconds since 1970 UTC). */
    begin(fetchedAt: number): void {
      now = fetchedAt;
      older = new Set();
      replaced = 0;
    },
    /** Keys of records of the answer that are older than their copies, and how many replaced these. */
    found: (): { older: ReadonlySet<number>; replaced: number } => ({ older, replaced }),
  };
}

function instantOf(value: unknown): number | null {
  return typeof value === 'string' ? comparableInstant(value) : null;
}
