import type { Json } from '../../../preload/contract/json.ts';
import { readDecimal } from '../../../preload/contract/exactNumbers.ts';
import { readDigits } from '../../../preload/contract/sentNumber.ts';
import { comparableBoolean, comparableInstant } from '../../store/query/values.ts';
import { dayText, momentText } from '../exports/instants.ts';

/** Values in PostgreSQL's notation. */

/** Identifiers are digits or text, compared as text. */
export type MirrorColumnType = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'json';

/** `numeric` keeps every number as the service writes it. */
export const columnTypes: Readonly<Record<MirrorColumnType, string>> = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp with time zone',
  json: 'jsonb',
};

/** Far above any figure, far below the limit of `numeric`. */
const mostDigits = 1000;
/** PostgreSQL has no year 0 and writes years beyond 9999 differently. */
const firstMoment = Date.parse('0001-01-01T00:00:00Z');
const endOfMoments = Date.parse('+010000-01-01T00:00:00Z');

/** Returns null for a missing value, undefined for one that does not fit the type. */
export function columnText(value: Json | undefined, type: MirrorColumnType): string | null | undefined {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'text':
      return typeof value === 'object' ? undefined : storableText(String(value));
    case 'number':
      return numberText(value);
    case 'boolean': {
      const truth = comparableBoolean(value);
      return truth === null ? undefined : truth === 1 ? 't' : 'f';
    }
    case 'date':
    case 'datetime': {
      const ms = comparableInstant(value);
      if (ms === null || ms < firstMoment || ms >= endOfMoments) return undefined;
      return type === 'date' ? dayText(ms) : momentText(ms);
    }
    case 'json':
      return storableJson(JSON.stringify(value));
  }
}

function numberText(value: Json): string | undefined {
  const number = readDigits(value);
  if (number === null || typeof number === 'number') return number?.toString();
  const { digits, power } = readDecimal(number) ?? { digits: number, power: 0 };
  return digits.length + Math.abs(power) <= mostDigits ? number : undefined;
}

/** Removes U+0000, which PostgreSQL refuses; lone surrogates become U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

function storableJson(text: string): string {
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return text;
  return JSON.stringify(storable(JSON.parse(text) as Json));
}

function storable(value: Json): Json {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return (value as Json[]).map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name), storable(member ?? null)]),
  );
}

/** Usual maximum bytes of a value; a metric may have 30 digits. */
export const usualWidth: Readonly<Record<MirrorColumnType, number>> = {
  text: 26,
  json: 26,
  number: 20,
  datetime: 15,
  date: 7,
  boolean: 1,
};

/** Maximum bytes of a value in a row if long ones are stored out of line. */
export function widthOf(text: string, type: MirrorColumnType): number {
  if (type === 'text' || type === 'json')
    return text.length > 20 ? usualWidth[type] : Math.min(usualWidth[type], Buffer.byteLength(text) + 1);
  if (type !== 'number') return usualWidth[type];
  const [whole = '', fraction = ''] = text.split('.');
  // Four digits take two bytes.
  return (text.length > 30 ? 7 : 3) + 2 * (Math.ceil(whole.length / 4) + Math.ceil(fraction.length / 4));
}

const special = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Rule: PostgreSQL 15, COPY, "Text format". */
export function copyLine(values: readonly (string | null)[]): string {
  const cells = values.map((value) =>
    value === null ? '\\N' : value.replace(special, (found) => escapes[found] ?? found),
  );
  return `${cells.join('\t')}\n`;
}
