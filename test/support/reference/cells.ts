import {
  Digits,
  isList,
  isRecord,
  momentAt,
  readRaw,
  valueAt,
  type Kind,
  type Raw,
  type RawRecord,
} from './answers.ts';
import { compareExact, plainDigits, readExact, type Exact } from './exact.ts';

/**
 * Texts of cells in files and answers, equal for equal values. Imports nothing of the product.
 *
 * Rule: the project's documentation, "What a file holds".
 */

/** `double` rounds numbers; `typed` omits those beyond a double. */
export type Form = 'text' | 'json' | 'double' | 'typed';

const nothing = '∅';

export function expectedCell(form: Form, kind: Kind, record: RawRecord, name: string): string {
  const sent = valueAt(record, name);
  const number = sent instanceof Digits && kind !== 'id' ? readExact(sent.text) : null;
  if (number === null || form === 'text') return form === 'json' ? jsonCell(sent) : cell(kind, sent);
  const isBeyond = compareExact(number, doubleOf(number)) !== 0;
  if (form === 'json') return jsonCell(isBeyond ? plainDigits(number) : sent);
  return isBeyond && form === 'typed' ? nothing : plainDigits(doubleOf(number));
}

/** Returns the number with the shortest text of the nearest double. */
export function doubleOf(number: Exact): Exact {
  const double = Number(`${number.units.toString()}e-${number.scale.toString()}`);
  return readExact(String(double).replace('e+', 'e')) ?? number;
}

export function foundCell(form: Form, kind: Kind, value: Raw): string {
  return form === 'json' ? jsonCell(value) : cell(kind, value);
}

function cell(kind: Kind, value: Raw): string {
  if (value === null || (kind === 'list' && value === '')) return kind === 'list' ? '' : nothing;
  const text = value instanceof Digits ? value.text : String(value);
  if (kind === 'number' || kind === 'metric') {
    const number = readExact(text.replace('e+', 'e'));
    return number === null ? `not a number: ${text}` : plainDigits(number);
  }
  if (kind === 'boolean') return text.replace(/^1$/, 'true').replace(/^0$/, 'false');
  if (kind === 'day') return text.slice(0, 10);
  if (kind === 'moment')
    return new Date(momentAt({ text: text.replace(/([+-]\d\d)$/, '$1:00') }, 'text') ?? NaN).toISOString();
  if (kind === 'object') return jsonCell(typeof value === 'string' ? readRaw(value) : value);
  if (kind !== 'list') return text;
  if (isList(value)) return value.map((one) => cell('text', one)).join('; ');
  return text.startsWith('[') ? cell(kind, readRaw(text)) : text;
}

/** Returns JSON with sorted members and normalized numbers. */
function jsonCell(value: Raw): string {
  if (value instanceof Digits) {
    const number = readExact(value.text);
    return number === null ? value.text : plainDigits(number);
  }
  if (isList(value)) return `[${value.map(jsonCell).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${jsonCell(value[name] ?? null)}`).join(',')}}`;
}
