import { hasCode } from '../../../preload/contract/failures.ts';
import { isJsonObject, type Json } from '../../../preload/contract/json.ts';
import { isResourceRecord, type ResourceRecord } from '../../../preload/contract/recordsText.ts';
import { resolveField } from '../../../preload/contract/resources/fieldValue.ts';
import type { SqlValue } from './columns.ts';
import { checkBody, checkRow } from './damage.ts';
import type { Column, Table } from './tables.ts';
import { comparableId } from './values.ts';

/**
 * Splits a record into columns and body, and joins them again.
 *
 * The body is the record's JSON text in which each scalar that its column can give back is replaced by a hole
 * `Ne0`, where N is the number of the spelling (see `Codec.spell`). `JSON.stringify` never writes such a
 * number, so the text stays valid JSON and a hole is never mistaken for a value. A scalar that its column
 * cannot give back (a text if the catalogue says number) stays in the body inside a list of one; a body with
 * such a list begins with a space.
 *
 * Records come back as sent: members in their order, unknown members, absent apart from null, numbers sent as
 * text. Only minus zero comes back as zero.
 */
export interface EncodedRecord {
  readonly id: string | number;
  /** In the order of `table.columns`. */
  readonly values: readonly SqlValue[];
  readonly body: string;
  /** The body without the record's lists; null if these are short. */
  readonly brief: string | null;
}

/** Characters up to which lists cost less than a second text. */
const shortLists = 1000;

export function idOf(record: ResourceRecord): string | number {
  return comparableId(record.id) ?? '';
}

export function encodeRecord(table: Table, record: ResourceRecord): EncodedRecord {
  const values = table.columns.map((column) => valueIn(table, column, record));
  let hasWrapped = false;
  let members = '';
  let briefMembers = '';
  for (const [name, value] of Object.entries(record)) {
    const column = table.column.get(name);
    // Most members of a wide record are null or have a column, and need no JSON.stringify.
    let text: string;
    if (column === undefined || column.rowIndex === null)
      text = value === null ? 'null' : JSON.stringify(value);
    else {
      const spelling = spellingOf(column, values[column.index] ?? null, value);
      if (spelling === null) hasWrapped = true;
      text = spelling === null ? `[${JSON.stringify(value)}]` : `${spelling.toString()}e0`;
    }
    const label = column === undefined ? JSON.stringify(name) : `"${name}"`;
    members += `${members === '' ? '' : ','}${label}:${text}`;
    if (!table.lists.has(name)) briefMembers += `${briefMembers === '' ? '' : ','}${label}:${text}`;
  }
  const bodyOf = (those: string): string => `${hasWrapped ? ' ' : ''}{${those}}`;
  const isShort = members.length - briefMembers.length <= shortLists;
  return {
    id: idOf(record),
    values,
    body: bodyOf(members),
    brief: isShort ? null : bodyOf(briefMembers),
  };
}

export function valueIn(
  { resource }: Table,
  { name, codec, path }: Column,
  record: ResourceRecord,
): SqlValue {
  return codec.encode(path === null ? record[name] : resolveField(resource, record, name));
}

export type Row = readonly SqlValue[];

export function isRow(row: unknown): row is Row {
  return Array.isArray(row);
}

/** Checks a row of the select list and its body. Throws `damaged`. */
function checkRead(table: Table, row: Row): void {
  if (!table.summed) return;
  // The body's hash follows the body, the row's columns, the body's key and the row's checksum.
  const hashIndex = 1 + table.own.length + table.columns.length + 2;
  checkRow(table, row.slice(1, hashIndex));
  checkBody(table, row[0] ?? null, row[hashIndex]);
}

/** Decodes a row. Throws `damaged` if its checksum does not match. */
export function decodeRecord(table: Table, row: Row): ResourceRecord {
  checkRead(table, row);
  const record = parseBody(table, row);
  for (const column of table.columns) {
    const stored = record[column.name];
    if (column.rowIndex === null || stored === undefined) continue;
    record[column.name] = decodeMember(column, stored, row[column.rowIndex] ?? null);
  }
  if (table.added !== undefined && hasAdded(table, row)) record[table.added] = String(row.at(-1));
  if (!isResourceRecord(record)) throw new Error(`A record of ${table.resource.name} has no identifier.`);
  return record;
}

export function decodeMember(column: Column, stored: Json, value: SqlValue): Json {
  return isList(stored) ? (stored[0] ?? null) : respell(column, Number(stored), value);
}

/** Equals `decodeRecord` as JSON text, without parsing the body. Throws like it. */
export function recordText(table: Table, row: Row): string {
  checkRead(table, row);
  const body = String(row[0]);
  if (body.startsWith(' ') || hasAdded(table, row)) return JSON.stringify(decodeRecord(table, row));
  return body.replace(hole, (whole, start: string, name: string, spelling: string) => {
    const column = table.column.get(name);
    if (column === undefined || column.rowIndex === null) return whole;
    return start + JSON.stringify(respell(column, Number(spelling), row[column.rowIndex] ?? null));
  });
}

/** The text of a record; null if the disk has damaged it. */
export function undamagedText(table: Table, row: Row): string | null {
  try {
    return recordText(table, row);
  } catch (error) {
    if (hasCode(error, 'damaged')) return null;
    throw error;
  }
}

/** Uses each value's first spelling; omits values that a column does not store. */
export function plainRecord(columns: readonly Column[], row: Row): Record<string, Json> {
  const members = columns.flatMap(({ name, codec }, place): [string, Json][] => {
    const stored = row[place] ?? null;
    const [spell] = codec.spell;
    return stored === null || spell === undefined ? [] : [[name, spell(stored)]];
  });
  return Object.fromEntries(members);
}

function hasAdded({ added }: Table, row: Row): boolean {
  return added !== undefined && typeof row.at(-1) === 'string';
}

export function ownValues(table: Table, row: Row): Row {
  return row.slice(1, 1 + table.own.length);
}

/** A quote inside a JSON string always has a backslash before it, so this matches only members. */
const hole = /([{,]"([^"\\]+)":)(\d)e0(?=[,}])/g;

function spellingOf(column: Column, stored: SqlValue, value: Json): number | null {
  // A column can be null although the record has a nested value, which only the body stores.
  if (value === null) return stored === null ? 0 : null;
  if (stored === null) return null;
  const spelling = column.codec.spell.findIndex((spell) => isSame(spell(stored), value));
  return spelling < 0 ? null : spelling;
}

function respell(column: Column, spelling: number, stored: SqlValue): Json {
  return stored === null ? null : (column.codec.spell[spelling]?.(stored) ?? null);
}

function isSame(a: Json, b: Json): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function parseBody(table: Table, row: Row): Record<string, Json> {
  const parsed: unknown = JSON.parse(String(row[0]));
  if (!isJsonObject(parsed)) throw new Error(`A body of ${table.resource.name} is not an object.`);
  return parsed;
}
