import { createHash } from 'node:crypto';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { SqlValue } from './columns.ts';
import type { SqlDatabase } from './database.ts';
import { encodeRecord } from './records.ts';
import { quote } from './sql.ts';
import type { Table } from './tables.ts';

/** Writes records into the tables of one resource. */
export interface RecordWriter {
  /**
   * Adds records, or replaces those with the same id. `own` are the values of `table.own` for these rows. Call it inside a
   * transaction: it makes several statements.
   */
  write(records: readonly ResourceRecord[], own?: readonly SqlValue[]): void;
}

export function makeWriter(database: SqlDatabase, table: Table): RecordWriter {
  const names = [...table.own.map(({ name }) => quote(name)), ...table.columns.map(({ sql }) => sql)];
  const idPlace = table.columns.findIndex(({ name }) => name === 'id');
  const find = database.prepare(`SELECT _key, _body FROM ${table.name} WHERE "id" = ?`).raw();
  const insert = database.prepare(
    `INSERT INTO ${table.name} (_body, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})`,
  );
  const update = database.prepare(
    `UPDATE ${table.name} SET _body = ?, ${names.map((name) => `${name} = ?`).join(', ')} WHERE _key = ?`,
  );
  const findBody = database.prepare(`SELECT key FROM ${table.bodies} WHERE hash = ?`).pluck();
  const insertBody = database.prepare(`INSERT INTO ${table.bodies} (hash, uses, content) VALUES (?, 0, ?)`);
  const useBody = database.prepare(`UPDATE ${table.bodies} SET uses = uses + ? WHERE key = ?`);
  const dropBody = database.prepare(`DELETE FROM ${table.bodies} WHERE key = ? AND uses <= 0`);

  return {
    write(records, own = []) {
      const keys = new Map<string, number>();
      const uses = new Map<number, number>();
      const use = (key: number, times: number): void => {
        uses.set(key, (uses.get(key) ?? 0) + times);
      };
      for (const record of records) {
        const { values, body } = encodeRecord(table, record);
        const bodyKey = keys.get(body) ?? keyOfBody(body);
        keys.set(body, bodyKey);
        const found = find.get(values[idPlace]);
        if (isPair(found)) {
          update.run(bodyKey, ...own, ...values, found[0]);
          use(found[1], -1);
        } else insert.run(bodyKey, ...own, ...values);
        use(bodyKey, 1);
      }
      for (const [key, times] of uses) {
        if (times !== 0) useBody.run(times, key);
        if (times <= 0) dropBody.run(key);
      }
    },
  };

  function keyOfBody(body: string): number {
    const hash = createHash('sha256').update(body).digest().subarray(0, 16);
    return Number(findBody.get(hash) ?? insertBody.run(hash, body).lastInsertRowid);
  }
}

function isPair(row: unknown): row is [number, number] {
  return Array.isArray(row) && row.length === 2;
}
