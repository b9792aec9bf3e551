import { randomInt } from 'node:crypto';
import type { SqlValue } from '../columns.ts';
import type { SqlDatabase } from '../database.ts';
import type { Table } from '../tables.ts';
import { rebuildChunk } from './rebuildChunk.ts';
import { chunkRows, isAsSealed, packChunk, sealChunk, unpackChunk, type ChunkValues } from './chunkCodec.ts';
import { chunkKinds, chunkName, presentField } from './chunkTable.ts';
import { codeOf } from './sortCode.ts';

type Changes = Map<string, Map<number, SqlValue>>;

export function makeChunkWriter(database: SqlDatabase, table: Table) {
  const name = chunkName(table);
  const read = database.prepare(`SELECT packed FROM ${name} WHERE field = ? AND chunk = ?`).pluck();
  const write = database.prepare(
    `INSERT INTO ${name} (field, chunk, packed, version) VALUES (?, ?, ?, ?)
     ON CONFLICT (field, chunk) DO UPDATE SET packed = excluded.packed, version = excluded.version`,
  );
  const touch = database.prepare(`UPDATE ${name} SET version = ? WHERE field = ? AND chunk = ?`);
  const kinds = chunkKinds(table);
  const columns = table.columns.filter((column) => kinds.has(column.name));
  const pending = new Map<number, Changes>();
  const target = new Float64Array(chunkRows);

  function note(key: number, field: string, value: SqlValue): void {
    const chunk = Math.floor(key / chunkRows);
    const changes: Changes = pending.get(chunk) ?? new Map<string, Map<number, SqlValue>>();
    pending.set(chunk, changes);
    const rows = changes.get(field) ?? new Map<number, SqlValue>();
    changes.set(field, rows);
    rows.set(key % chunkRows, value);
  }

  function writeColumn(
    field: string,
    chunk: number,
    rows: ReadonlyMap<number, SqlValue>,
    version: number,
  ): void {
    const stored = read.get(field, chunk);
    const packed = soundPack(stored, field, chunk);
    const values = Buffer.isBuffer(packed) ? valuesIn(packed, target) : Array<SqlValue>(chunkRows).fill(null);
    for (const [row, value] of rows) values[row] = value;
    const last = values.findLastIndex((value) => value !== null);
    const changed = sealChunk(packChunk(values.slice(0, last + 1)), field, chunk);
    if (!Buffer.isBuffer(stored) || !stored.equals(changed)) write.run(field, chunk, changed, version);
  }

  /** Returns an undamaged pack; rebuilds a damaged one. */
  function soundPack(packed: unknown, field: string, chunk: number): unknown {
    const isSound = !table.summed || !Buffer.isBuffer(packed) || isAsSealed(packed, field, chunk);
    return isSound ? packed : rebuildChunk((sql) => database.prepare(sql).raw(), table, field, chunk);
  }

  return {
    /** Records a new or changed row. `values` are in the order of `table.columns`. */
    put(key: number, values: readonly SqlValue[]) {
      note(key, presentField, 1);
      for (const { name: field, index } of columns) {
        const value = asNumber(values[index] ?? null);
        note(key, field, value !== null && kinds.get(field) === 'codes' ? codeOf(value) : value);
      }
    },
    remove(key: number) {
      note(key, presentField, null);
    },
    flush() {
      for (const [chunk, changes] of pending) {
        const version = randomInt(2 ** 47);
        for (const [field, rows] of changes) writeColumn(field, chunk, rows, version);
        touch.run(version, presentField, chunk);
      }
      pending.clear();
    },
  };
}

function asNumber(bound: SqlValue): string | number | null {
  return typeof bound === 'bigint' ? Number(bound) : bound;
}

function valuesIn(packed: Buffer, target: Float64Array): SqlValue[] {
  const values: ChunkValues = unpackChunk(packed, target);
  return Array.from(values, (value) => (typeof value === 'number' && Number.isNaN(value) ? null : value));
}
