import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { makeChunkWriter } from './chunks/chunkWriter.ts';
import type { SqlValue } from './columns.ts';
import { checksumOf, hashOfBody } from './damage.ts';
import type { SqlDatabase } from './database.ts';
import { remaindersOf, type RemainderWriter } from './exact.ts';
import { encodeRecord, idOf, type EncodedRecord } from './records.ts';
import { quote } from './sql.ts';
import type { Table } from './tables.ts';

export interface RecordWriter {
  /**
   * Adds records, or replaces those with the same id; the last of several stays. `own` are the values of
   * `table.own` for these rows. Returns the key of each record's row, in order; a key stays with its record.
   * Runs several statements: call it inside a transaction.
   */
  write(records: readonly ResourceRecord[], own?: readonly SqlValue[]): number[];
  /** Removes the records of these keys, and unused bodies. Call it inside a transaction. */
  remove(keys: readonly number[]): void;
}

/**
 * Called, in the write's transaction, for each added or changed row. A row that was damaged has `isMended`:
 * its earlier values are invalid. `values` and `before` are in the order of `table.columns`, `ownBefore` in
 * that of `table.own`, as read: whole numbers are numbers.
 */
export interface RowObserver {
  added(key: number, values: readonly SqlValue[]): void;
  changed(
    key: number,
    before: readonly SqlValue[],
    values: readonly SqlValue[],
    ownBefore: readonly SqlValue[],
    isMended: boolean,
  ): void;
}

/** Tells of a row that a record would change whether it stays as it is; only `table.own` is then written. */
export interface RowGuard {
  stays(key: number, record: ResourceRecord, before: readonly SqlValue[], bodyKey: number): boolean;
}

const none: ReadonlyMap<string, number> = new Map();

interface Entry {
  readonly record: ResourceRecord;
  readonly id: string | number;
  readonly values: readonly SqlValue[];
  readonly bodyKey: number;
  readonly rests: ReadonlyMap<string, number>;
}

/** `rests` receives numbers beyond a double; without it, columns have only the nearest double. */
export function makeWriter(
  database: SqlDatabase,
  table: Table,
  observer?: RowObserver,
  rests?: RemainderWriter,
  guard?: RowGuard,
): RecordWriter {
  const ownNames = table.own.map(({ name }) => quote(name));
  const columnNames = table.columns.map(({ sql }) => sql);
  const names = [...ownNames, ...columnNames];
  const written = table.summed ? [...names, '_sum'] : names;
  const find = database
    .prepare(`SELECT _key, _body, ${written.join(', ')} FROM ${table.name} WHERE "id" = ?`)
    .raw();
  const insert = database.prepare(
    `INSERT INTO ${table.name} (_body, ${written.join(', ')}) VALUES (?, ${written.map(() => '?').join(', ')})`,
  );
  const update = database.prepare(
    `UPDATE ${table.name} SET _body = ?, ${written.map((name) => `${name} = ?`).join(', ')} WHERE _key = ?`,
  );
  const writtenAlways = written.filter((name) => !columnNames.includes(name));
  const updateOwn =
    writtenAlways.length === 0
      ? null
      : database.prepare(
          `UPDATE ${table.name} SET ${writtenAlways.map((name) => `${name} = ?`).join(', ')} WHERE _key = ?`,
        );
  const sumsOf = (...values: readonly SqlValue[]): SqlValue[] => (table.summed ? [checksumOf(values)] : []);
  const findBodyOf = database.prepare(`SELECT _body FROM ${table.name} WHERE _key = ?`).pluck();
  const drop = database.prepare(`DELETE FROM ${table.name} WHERE _key = ?`);
  const chunks = table.chunked ? makeChunkWriter(database, table) : null;
  const texts = ['content', ...(table.lists.size > 0 ? ['brief', 'brief_hash'] : [])];
  const each = (part: string, by: string): string => texts.map((name) => `${name}${part}`).join(by);
  const findBody = database
    .prepare(`SELECT key, ${each(' IS ?', ' AND ')} FROM ${table.bodies} WHERE hash = ?`)
    .raw();
  const mendBody = database.prepare(`UPDATE ${table.bodies} SET ${each(' = ?', ', ')} WHERE key = ?`);
  const insertBody = database.prepare(
    `INSERT INTO ${table.bodies} (hash, uses, ${texts.join(', ')}) VALUES (?, 0, ${texts.map(() => '?').join(', ')})`,
  );
  const useBody = database.prepare(`UPDATE ${table.bodies} SET uses = uses + ? WHERE key = ?`);
  const dropBody = database.prepare(`DELETE FROM ${table.bodies} WHERE key = ? AND uses <= 0`);

  function keyOfBody({ body, brief }: EncodedRecord): number {
    const hash = bytesOfHash(body);
    const stored = [body, ...(table.lists.size > 0 ? [brief, brief && bytesOfHash(brief)] : [])];
    const found = findBody.get(...stored, hash);
    if (!isFoundBody(found)) return Number(insertBody.run(hash, ...stored).lastInsertRowid);
    const [key, isSame] = found;
    if (isSame !== 1) mendBody.run(...stored, key);
    return key;
  }

  function encode(records: readonly ResourceRecord[]): {
    entries: Map<string | number, Entry>;
    bodies: Iterable<number>;
  } {
    const bodies = new Map<string, number>();
    const entries = new Map<string | number, Entry>();
    for (const record of records) {
      const encoded = encodeRecord(table, record);
      const { id, values, body } = encoded;
      const bodyKey = bodies.get(body) ?? keyOfBody(encoded);
      bodies.set(body, bodyKey);
      entries.set(id, {
        record,
        id,
        values,
        bodyKey,
        rests: rests === undefined ? none : remaindersOf(table, record),
      });
    }
    return { entries, bodies: bodies.values() };
  }

  return {
    write(records, own = []) {
      const { entries, bodies } = encode(records);
      const uses = new Map<number, number>(Array.from(bodies, (key) => [key, 0]));
      const keys = new Map<string | number, number>();
      const added: Entry[] = [];
      for (const entry of entries.values()) {
        const found = find.get(entry.id);
        if (isFound(found)) {
          const [key, body, ...rest] = found;
          const stored = rest.slice(ownNames.length, names.length);
          const sums = sumsOf(...own, ...entry.values, entry.bodyKey);
          keys.set(entry.id, key);
          // Most refetched records are unchanged; then no index is touched.
          if (body === entry.bodyKey && stored.every((value, index) => isSame(value, entry.values[index]))) {
            updateOwn?.run(...own, ...sums, key);
            continue;
          }
          const isMended = table.summed && rest.at(-1) !== checksumOf([...rest.slice(0, -1), body]);
          if (!isMended && guard?.stays(key, entry.record, stored, body) === true) {
            updateOwn?.run(...own, ...sumsOf(...own, ...stored, body), key);
            continue;
          }
          // The index entries still have the damaged row's earlier values.
          if (isMended) database.exec(`REINDEX ${table.name}`);
          update.run(entry.bodyKey, ...own, ...entry.values, ...sums, key);
          rests?.put(key, entry.rests);
          chunks?.put(key, entry.values);
          observer?.changed(key, stored, entry.values.map(asRead), rest.slice(0, ownNames.length), isMended);
          // A damaged row may name the body of another one.
          if (!isMended) uses.set(body, (uses.get(body) ?? 0) - 1);
          else if (body === entry.bodyKey) continue;
        } else added.push(entry);
        uses.set(entry.bodyKey, (uses.get(entry.bodyKey) ?? 0) + 1);
      }
      for (const { id, bodyKey, values, rests: ofRow } of added) {
        const inserted = insert.run(bodyKey, ...own, ...values, ...sumsOf(...own, ...values, bodyKey));
        const key = Number(inserted.lastInsertRowid);
        keys.set(id, key);
        if (ofRow.size > 0) rests?.put(key, ofRow);
        chunks?.put(key, values);
        observer?.added(key, values.map(asRead));
      }
      chunks?.flush();
      for (const [key, times] of uses) {
        if (times !== 0) useBody.run(times, key);
        if (times <= 0) dropBody.run(key);
      }
      return records.map((record) => keys.get(idOf(record)) ?? 0);
    },
    remove(keys) {
      for (const key of keys) {
        const body = findBodyOf.get(key);
        if (body === undefined) continue;
        drop.run(key);
        rests?.remove(key);
        chunks?.remove(key);
        useBody.run(-1, body);
        dropBody.run(body);
      }
      chunks?.flush();
    },
  };
}

function isFound(row: unknown): row is [number, number, ...SqlValue[]] {
  return Array.isArray(row) && row.length > 2;
}

function bytesOfHash(body: string): Buffer {
  return Buffer.from(hashOfBody(body), 'hex');
}

function isFoundBody(row: unknown): row is [key: number, isSame: number] {
  return Array.isArray(row) && row.length === 2;
}

/** A whole number is bound as a bigint and read as a number. */
function asRead(bound: SqlValue): SqlValue {
  return typeof bound === 'bigint' ? Number(bound) : bound;
}

function isSame(stored: SqlValue, bound: SqlValue | undefined): boolean {
  return stored === (bound === undefined ? undefined : asRead(bound));
}
