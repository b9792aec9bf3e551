import type Database from 'better-sqlite3';
import { z } from 'zod';
import { crc32 } from 'node:zlib';
import { checksumOf } from '../../query/damage.ts';
import type { SqlDatabase } from '../../query/database.ts';

export interface AggregateKey {
  readonly resource: string;
  readonly shape: 'value' | 'points';
  /** Canonical text without the day in `since`. */
  readonly query: string;
  /** The first requested day as days since 1970-01-01 UTC; -Infinity if none is named. */
  readonly since: number;
}

export interface StoredAggregate {
  readonly head: string;
  readonly days: Int32Array;
  /** All series, one after the other. */
  readonly figures: Float64Array;
  readonly fetchedAt: number;
  readonly request: string;
}

/** Limits of count and size; answers fetched longest ago are removed first. */
interface AggregateLimits {
  readonly answers: number;
  readonly bytes: number;
}

const aggregateLimits: AggregateLimits = { answers: 500, bytes: 128 * 1024 * 1024 };

const rowSchema = z.object({
  head: z.string(),
  days: z.instanceof(Uint8Array),
  figures: z.instanceof(Uint8Array),
  fetchedAt: z.number(),
  request: z.string(),
  // z.number() rejects infinite numbers.
  since: z.number().or(z.literal(-Infinity)),
  sum: z.number(),
});

export function aggregateReader(database: SqlDatabase): {
  readAggregate: (key: AggregateKey) => StoredAggregate | null;
  /** The newest answer to the same query that begins earlier, or null. */
  readLongerAggregate: (key: AggregateKey) => StoredAggregate | null;
} {
  const find = (begins: string) => {
    const statement = database.prepare(
      `SELECT head, days, figures, at AS fetchedAt, request, since, sum FROM aggregates
       WHERE resource = :resource AND shape = :shape AND query = :query AND since ${begins}`,
    );
    return (key: AggregateKey): StoredAggregate | null => {
      const row = statement.get({ ...key });
      if (row === undefined) return null;
      const { since, sum, ...stored } = rowSchema.parse(row);
      const { days, figures, ...rest } = stored;
      // A damaged answer is requested again.
      if (sum !== aggregateSum({ ...key, since, ...stored })) return null;
      return {
        ...rest,
        days: new Int32Array(ownBytes(days)),
        figures: new Float64Array(ownBytes(figures)),
      };
    };
  };
  return {
    readAggregate: find('= :since'),
    readLongerAggregate: find('< :since ORDER BY at DESC LIMIT 1'),
  };
}

export function aggregateWriter(
  database: Database.Database,
  limits: AggregateLimits = aggregateLimits,
): (entry: AggregateKey & StoredAggregate) => void {
  const put = database.prepare(
    `INSERT OR REPLACE INTO aggregates (resource, shape, query, since, at, request, head, days, figures, sum)
     VALUES (:resource, :shape, :query, :since, :fetchedAt, :request, :head, :days, :figures, :sum)`,
  );
  const forget = database.prepare(
    `DELETE FROM aggregates WHERE rowid IN (
       SELECT rowid FROM (
         SELECT rowid, row_number() OVER newest AS place,
           sum(length(head) + length(days) + length(figures)) OVER newest AS bytes
         FROM aggregates WINDOW newest AS (ORDER BY at DESC, rowid DESC)
       ) WHERE place > 1 AND (place > :answers OR bytes > :bytes)
     )`,
  );
  const write = database.transaction((entry: AggregateKey & StoredAggregate) => {
    const row = { ...entry, days: bytesOf(entry.days), figures: bytesOf(entry.figures) };
    put.run({ ...row, sum: aggregateSum(row) });
    forget.run({ ...limits });
  });
  return (entry) => {
    write.immediate(entry);
  };
}

type AggregateRow = AggregateKey &
  Omit<StoredAggregate, 'days' | 'figures'> & { readonly days: Uint8Array; readonly figures: Uint8Array };

function aggregateSum({
  resource,
  shape,
  query,
  since,
  head,
  fetchedAt,
  request,
  ...of
}: AggregateRow): number {
  return crc32(
    of.figures,
    crc32(of.days, checksumOf([resource, shape, query, since, head, fetchedAt, request])),
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Copies the bytes: the database's lie in a shared buffer, and numbers need aligned ones. */
function ownBytes(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
