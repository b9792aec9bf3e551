import type { Json } from '../../../preload/contract/json.ts';
import { readDecimal, type Decimal } from '../../../preload/contract/exactNumbers.ts';
import { sentMember } from '../../../preload/contract/metric.ts';
import { isExactText } from '../../../preload/contract/sentNumber.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { SqlDatabase } from './database.ts';
import { textLiteral } from './sql.ts';
import type { Column, Table } from './tables.ts';

/**
 * Numbers beyond a double. Their column has the nearest double; a separate table has the remainder, one row
 * each. Together they order numbers by about 30 digits.
 */

export const remaindersTable = `
  CREATE TABLE rests (
    resource TEXT NOT NULL,
    field TEXT NOT NULL,
    record INTEGER NOT NULL,
    rest REAL NOT NULL,
    PRIMARY KEY (resource, field, record)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rests_record ON rests (resource, record);
`;

/** Returns the exact number minus the shortest decimal of its double; zero if both are equal. */
export function remainderOf(value: Json | undefined): number {
  if (!isExactText(value)) return 0;
  const exact = readDecimal(value);
  const stored = readDecimal(String(Number(value)).replace('e+', 'e'));
  if (exact === null || stored === null) return 0;
  const power = Math.min(exact.power, stored.power);
  const difference = scaled(exact, power) - scaled(stored, power);
  const rest = Number(`${difference.toString()}e${power.toString()}`);
  return rest === 0 ? (difference < 0n ? -1 : 1) * Number.MIN_VALUE : rest;
}

/** More zeros than any double has: a number this much smaller than another counts as nothing. */
const maxZeros = 1000;

function scaled({ negative, digits, power }: Decimal, to: number): bigint {
  const zeros = Math.min(power - to, maxZeros);
  return BigInt(`${negative ? '-' : ''}${digits === '' ? '0' : digits}${'0'.repeat(zeros)}`);
}

export function remaindersOf(table: Table, record: ResourceRecord): ReadonlyMap<string, number> {
  const rests = new Map<string, number>();
  for (const { name, codec, field } of table.columns) {
    if (codec.comparison !== 'number') continue;
    const value = record[name];
    const rest = remainderOf(field.type === 'metric' ? sentMember(value, 'val') : value);
    if (rest !== 0) rests.set(name, rest);
  }
  return rests;
}

export function remainderSql(table: Table, column: Column): string {
  return `coalesce((SELECT x.rest FROM rests x WHERE ${isOfColumn(table, column)} AND x.record = r._key), 0)`;
}

function isOfColumn(table: Table, column: Column): string {
  return `x.resource = ${textLiteral(table.resource.name)} AND x.field = ${textLiteral(column.name)}`;
}

export type HasRemainders = (table: Table, column: Column) => boolean;

export function readRemainders(database: SqlDatabase): HasRemainders {
  const find = database
    .prepare('SELECT EXISTS (SELECT 1 FROM rests WHERE resource = ? AND field = ?)')
    .pluck();
  return (table, column) =>
    column.codec.comparison === 'number' && find.get(table.resource.name, column.name) === 1;
}

export type RemainderWriter = ReturnType<typeof makeRemainderWriter>;

export function makeRemainderWriter(database: SqlDatabase, table: Table) {
  const resource = table.resource.name;
  const insert = database.prepare('INSERT INTO rests (resource, field, record, rest) VALUES (?, ?, ?, ?)');
  const drop = database.prepare('DELETE FROM rests WHERE resource = ? AND record = ?');
  return {
    put(key: number, rests: ReadonlyMap<string, number>) {
      drop.run(resource, key);
      for (const [field, rest] of rests) insert.run(resource, field, key, rest);
    },
    remove(key: number) {
      drop.run(resource, key);
    },
  };
}
