import { textKey } from '../../../../../preload/contract/textOrder.ts';
import type { Json } from '../../../../../preload/contract/json.ts';
import {
  sortKeys,
  type Condition,
  type Filter,
  type Query,
  type Scalar,
  type Sort,
} from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import type { Field, FieldType, Resource } from '../../../../../preload/contract/resources/types.ts';

/**
 * The rules of the query object once more, as plainly as they can be said: each record is tested by itself, in memory, by
 * code that shares nothing with the compiler. For tests that compare the two. Valid queries only.
 *
 * Rules: service notes, "Filters" and "Envelope of a list".
 */
export function naiveQuery(
  resource: Resource,
  records: readonly ResourceRecord[],
  query: Query,
  maxPerPage = 1000,
): { records: ResourceRecord[]; resultCount: number } {
  const { filter, pagination, sort = resource.defaultSort } = query;
  const matches = records.filter((record) => filter === undefined || isMatch(resource, record, filter));
  const sorted = matches.sort(
    (a, b) =>
      sortKeys(sort)
        .map((key) => bySort(resource, key, a, b))
        .find((order) => order !== 0) ?? byId(a, b),
  );
  const perPage = Math.min(pagination?.perPage ?? resource.defaultPerPage, maxPerPage);
  const start = ((pagination?.page ?? 1) - 1) * perPage;
  return { records: sorted.slice(start, start + perPage), resultCount: matches.length };
}

/** What is compared: null where the record has nothing that can be. */
type Value = string | number | boolean | null;

function isMatch(resource: Resource, record: ResourceRecord, filter: Filter): boolean {
  if (!('filters' in filter)) return isTrue(resource, record, filter);
  return filter.operator === 'or'
    ? filter.filters.some((part) => isMatch(resource, record, part))
    : filter.filters.every((part) => isMatch(resource, record, part));
}

function isTrue(resource: Resource, record: ResourceRecord, condition: Condition): boolean {
  const { operator, field: name, value: asked } = condition;
  const field = fieldOf(resource, name);
  const isAbsent = hasNoValue(field, record, name);
  if (operator === 'equals' && asked === null) return isAbsent;
  if (operator === 'notEquals' && asked === null) return !isAbsent;
  if (isAbsent || asked === null) {
    return operator === 'in' && Array.isArray(asked) && asked.includes(null) && isAbsent;
  }
  if (field.type === 'id-list' && operator !== 'includes')
    return [asked].flat().some((one) => one !== null && elements(field, record).includes(spell(one)));
  if (Array.isArray(asked)) return asked.some((one) => one !== null && isEqual(field, record, name, one));
  if (operator === 'includes') return elements(field, record).some((element) => element === spell(asked));
  if (operator === 'equals') return isEqual(field, record, name, asked);
  if (operator === 'notEquals') return !isEqual(field, record, name, asked);
  const actual = valueOf(field, record, name);
  if (operator === 'startsWith') return spell(actual).startsWith(spell(asked));
  if (operator === 'like') return isLike(spell(asked), spell(actual), false);
  if (operator === 'notLike') return !isLike(spell(asked), spell(actual), false);
  if (operator === 'ilike') return isLike(spell(asked), spell(actual), true);
  if (field.type === 'id') return isInOrder(operator, spell(actual), spell(asked));
  const [least, most] = rangeOf(field, operator, asked);
  const number = Number(actual);
  if (operator === 'gt') return number > most;
  if (operator === 'gte' || operator === 'onOrAfter') return number >= least;
  if (operator === 'lt') return number < least;
  if (operator === 'lte' || operator === 'onOrBefore') return number <= most;
  throw new Error(`The naive evaluation does not know ${operator}.`);
}

/** Whole numbers are compared with whole numbers, other texts with other texts. */
function isInOrder(operator: string, actual: string, asked: string): boolean {
  if (isWhole(actual) !== isWhole(asked)) return false;
  const order = compareKeys(actual, asked);
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator] ?? false;
}

function isEqual(field: Field, record: ResourceRecord, name: string, asked: Scalar): boolean {
  const actual = valueOf(field, record, name);
  if (field.type === 'date') {
    const [least, most] = rangeOf(field, 'equals', asked);
    return Number(actual) >= least && Number(actual) <= most;
  }
  return actual === comparable(field.type, asked);
}

/** The first and the last instant that the asked one stands for: a whole day where the field is one of days. */
function rangeOf(field: Field, operator: string, asked: Scalar): [number, number] {
  const at = Number(comparable(field.type, asked));
  const isDay = String(asked).length === 10 && operator === 'onOrBefore';
  if (field.type !== 'date' && !(field.type === 'datetime' && isDay)) return [at, at];
  const day = new Date(at).toISOString().slice(0, 10);
  return [Date.parse(`${day}T00:00:00.000Z`), Date.parse(`${day}T23:59:59.999Z`)];
}

function bySort(
  resource: Resource,
  { field: name, direction }: Sort,
  a: ResourceRecord,
  b: ResourceRecord,
): number {
  const field = fieldOf(resource, name);
  if (field.name === 'id') return direction === 'asc' ? byId(a, b) : byId(b, a);
  const [first, second] = [valueOf(field, a, name), valueOf(field, b, name)];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  const isWritten = field.type === 'text' && resource.name !== 'transactions';
  const order =
    field.type === 'id'
      ? compareKeys(String(first), String(second))
      : isWritten
        ? compare(textKey(String(first)), textKey(String(second)))
        : compare(first, second);
  return direction === 'asc' ? order : -order;
}

function byId(a: ResourceRecord, b: ResourceRecord): number {
  return compareKeys(spell(a.id), spell(b.id));
}

/** Whole numbers by size, before all other texts. */
function compareKeys(a: string, b: string): number {
  const [first, second] = [isWhole(a), isWhole(b)];
  if (first !== second) return first ? -1 : 1;
  return first ? Number(a) - Number(b) : compare(a, b);
}

function isWhole(text: string): boolean {
  return /^(0|-?[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text));
}

/** Texts by code point: the bytes of UTF-8 are in the same order. */
function compare(a: NonNullable<Value>, b: NonNullable<Value>): number {
  return typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b);
}

function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields.find((one) => one.name === name || one.name === name.split(':')[0]);
  if (field === undefined) throw new Error(`The naive evaluation does not know the field ${name}.`);
  return field;
}

function valueOf(field: Field, record: ResourceRecord, name: string): Value {
  const value = record[field.name] ?? null;
  if (field.type !== 'metric') return comparable(field.type, value);
  const member = name.split(':')[1] ?? 'val';
  if (typeof value !== 'object' || value === null)
    return member === 'val' ? comparable('number', value) : null;
  return comparable('number', (value as Readonly<Record<string, Json>>)[member] ?? null);
}

function hasNoValue(field: Field, record: ResourceRecord, name: string): boolean {
  const value = record[field.name] ?? null;
  if (field.type === 'object' || field.type === 'object-list') return value === null;
  if (field.type === 'id-list' || field.type === 'text-list') return !Array.isArray(value);
  return valueOf(field, record, name) === null;
}

function elements(field: Field, record: ResourceRecord): string[] {
  const value = record[field.name];
  const scalars = Array.isArray(value) ? (value as readonly Json[]) : [];
  return scalars
    .filter(
      (element) => typeof element === 'string' || typeof element === 'number' || typeof element === 'boolean',
    )
    .filter((element) => field.type === 'text-list' || typeof element !== 'boolean')
    .map(spell);
}

/** The value as the field's type compares it; null where it cannot. */
function comparable(type: FieldType, value: Json): Value {
  if (type === 'integer' || type === 'number' || type === 'metric') {
    if (typeof value === 'number') return value;
    const isNumber = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
    return typeof value === 'string' && isNumber.test(value) ? Number(value) : null;
  }
  if (type === 'boolean')
    return (
      new Map<Json, boolean>([
        [true, true],
        ['true', true],
        [false, false],
        ['false', false],
      ]).get(value) ?? null
    );
  if (type === 'date' || type === 'datetime') return typeof value === 'string' ? instantOf(value) : null;
  if (type === 'id') return typeof value === 'string' || typeof value === 'number' ? spell(value) : null;
  return typeof value === 'object' ? null : spell(value);
}

function instantOf(text: string): number | null {
  const parts =
    /^(?<day>\d{4}-\d\d-\d\d)([T ](?<time>\d\d:\d\d(:\d\d(\.\d+)?)?)(?<zone>Z|[-+]\d\d:?\d\d|[-+]\d\d)?)?$/i.exec(
      text,
    )?.groups;
  if (parts === undefined) return null;
  const { day = '', time = '00:00', zone = 'Z' } = parts;
  const isDay = Number.isFinite(Date.parse(day)) && new Date(Date.parse(day)).toISOString().startsWith(day);
  const hours =
    zone.length === 3 ? `${zone}:00` : zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const instant = Date.parse(`${day}T${time}${hours}`);
  return isDay && Number.isFinite(instant) ? instant : null;
}

/** The text of a scalar. What UTF-8 or SQLite cannot hold stands as U+FFFD. */
function spell(value: Json): string {
  return Array.from(String(value), (character) => {
    const point = character.codePointAt(0) ?? 0;
    return point === 0 || (point >= 0xd800 && point <= 0xdfff) ? '\uFFFD' : character;
  }).join('');
}

/** `%` is any text, `_` one character. Folding case, A to Z only unless the pattern has other letters. */
function isLike(pattern: string, text: string, fold: boolean): boolean {
  const isPlain = /^[\x20-\x7e\t\r\n]*$/.test(pattern);
  const folded = (character: string): string => {
    if (!fold || (isPlain && !/^[A-Z]$/.test(character))) return character;
    const lower = character.toLowerCase();
    return Array.from(lower).length === 1 ? lower : character;
  };
  const source = Array.from(pattern, (character) => {
    if (character === '%') return '[^]*';
    if (character === '_') return '[^]';
    return folded(character).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  }).join('');
  return new RegExp(`^${source}$`, 'u').test(Array.from(text, folded).join(''));
}
