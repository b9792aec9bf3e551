import type { Json } from '../../../preload/contract/json.ts';
import { sentMember } from '../../../preload/contract/metric.ts';
import { hasManyValues } from '../../../preload/contract/resources/fieldValue.ts';
import type { Field, FieldType } from '../../../preload/contract/resources/types.ts';
import { readNumber } from '../../../preload/contract/sentNumber.ts';
import { comparableBoolean, comparableId, comparableInstant, comparableText } from './values.ts';

/**
 * A value that SQLite binds or returns. A whole number is bound as a bigint if its column has no type: as a
 * number it would take eight bytes in the table and in each index.
 */
export type SqlValue = string | number | bigint | null;

/** The kind of comparison of a column's values, which decides its operators. */
export type Comparison =
  | 'id'
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'id-list'
  | 'text-list'
  | 'any-text'
  | 'nested'
  /** A field that the catalogue lacks: compared by the type of its JSON value. */
  | 'untyped';

export interface Codec {
  readonly comparison: Comparison;
  readonly sqlType: 'ANY' | 'TEXT' | 'REAL' | 'INTEGER';
  encode(value: Json | undefined): SqlValue;
  /**
   * Ways to restore the sent value; the number of the first that does is stored in the body, so that records
   * which differ only in columns share one.
   */
  readonly spell: readonly ((column: NonNullable<SqlValue>) => Json)[];
}

export function codecOf(field: Pick<Field, 'type' | 'path'>): Codec | null {
  return hasManyValues(field) ? anyText : codecs[field.type];
}

const asIs = (column: NonNullable<SqlValue>): Json => (typeof column === 'bigint' ? Number(column) : column);
const asText = (column: NonNullable<SqlValue>): Json => String(column);

const text: Codec = { comparison: 'text', sqlType: 'TEXT', encode: comparableText, spell: [asIs] };
const integer: Codec = {
  comparison: 'number',
  sqlType: 'ANY',
  encode: (value) => compact(readNumber(value)),
  spell: [asIs, asText],
};
const number: Codec = {
  comparison: 'number',
  sqlType: 'REAL',
  encode: readNumber,
  spell: [asIs, asText],
};

const iso = (column: NonNullable<SqlValue>): string => new Date(Number(column)).toISOString();
const instants: Codec['spell'] = [
  iso,
  (column) => iso(column).slice(0, 10),
  (column) => `${iso(column).slice(0, 19)}Z`,
  (column) => iso(column).slice(0, 19),
  (column) => `${iso(column).slice(0, 19)}+00:00`,
  (column) => iso(column).slice(0, 23),
  (column) => iso(column).slice(0, 19).replace('T', ' '),
];

const codecs: Readonly<Record<FieldType, Codec | null>> = {
  id: {
    comparison: 'id',
    sqlType: 'ANY',
    encode: (value) => compact(comparableId(value)),
    spell: [asIs, asText],
  },
  text,
  url: text,
  color: text,
  address: text,
  hash: text,
  integer,
  number,
  boolean: {
    comparison: 'boolean',
    sqlType: 'INTEGER',
    encode: comparableBoolean,
    spell: [(column) => column === 1, (column) => String(column === 1)],
  },
  date: { comparison: 'date', sqlType: 'ANY', encode: instantMs, spell: instants },
  datetime: { comparison: 'datetime', sqlType: 'ANY', encode: instantMs, spell: instants },
  // The metric stays in the body; the column is its `val`, or a bare number that the service sent.
  metric: {
    comparison: 'number',
    sqlType: 'REAL',
    encode: (value) => readNumber(sentMember(value, 'val')),
    spell: [],
  },
  'id-list': { comparison: 'id-list', sqlType: 'TEXT', encode: listOf(comparableId), spell: [parseList] },
  'text-list': {
    comparison: 'text-list',
    sqlType: 'TEXT',
    encode: listOf(comparableText),
    spell: [parseList],
  },
  object: null,
  'object-list': null,
};

const anyText: Codec = {
  comparison: 'any-text',
  sqlType: 'TEXT',
  encode: (value) => listOf(comparableText)(typeof value === 'string' ? [value] : value),
  spell: [],
};

function instantMs(value: Json | undefined): SqlValue {
  return compact(comparableInstant(value));
}

function compact(value: number | string | null): SqlValue {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

function listOf(comparable: (value: Json) => string | number | null): Codec['encode'] {
  return (value) =>
    Array.isArray(value)
      ? JSON.stringify(
          value.map((element: Json) => comparable(element)).filter((element) => element !== null),
        )
      : null;
}

function parseList(column: NonNullable<SqlValue>): Json {
  const list: unknown = JSON.parse(String(column));
  return Array.isArray(list)
    ? list.filter((element) => typeof element === 'string' || typeof element === 'number')
    : [];
}
