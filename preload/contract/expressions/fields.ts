import { entityName } from '../entityName.ts';
import type { Json, Members } from '../json.ts';
import { sentMember } from '../metric.ts';
import { readNumber } from '../sentNumber.ts';
import { plainText } from '../cellText.ts';
import { nestedPath, resolveField } from '../resources/fieldValue.ts';
import { findWithMembers, splitMember } from '../resources/memberFields.ts';
import type { Field, FieldType, Resource } from '../resources/types.ts';
import type { Unit } from '../units.ts';
import { dayIn, Fault, textValue, typeNames, type Value, type ValueType } from './values.ts';

/** Nested records count as their names, as in the grid. */
const typeOf = {
  integer: 'number',
  number: 'number',
  metric: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'date',
  id: 'text',
  text: 'text',
  url: 'text',
  color: 'text',
  address: 'text',
  hash: 'text',
  'id-list': 'text',
  'text-list': 'text',
  object: 'text',
  'object-list': 'text',
} as const satisfies Record<FieldType, ValueType>;

export interface ExpressionField {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly type: ValueType;
  readonly unit: Unit | undefined;
  readonly needs: readonly string[];
  readonly read: (record: Members) => Value;
}

export type FindField = (name: string) => ExpressionField | undefined;

/** Finds fields by name: `market_value_dollar`, or a member as `.val_30d` or `:val_30d`. */
export function fieldsOfResource(resource: Resource): FindField {
  const found = new Map<string, ExpressionField | undefined>();
  return (name) => {
    if (!found.has(name)) found.set(name, findField(resource, name));
    return found.get(name);
  };
}

/** Without members of metrics. */
export function namesOfFields(resource: Resource): readonly string[] {
  return usable(resource).map(({ name }) => name);
}

export function usable({ fields }: Resource): readonly Field[] {
  return fields.filter(({ unseen }) => unseen !== true);
}

function findField(resource: Resource, name: string): ExpressionField | undefined {
  const field =
    findWithMembers(resource.fields, name) ??
    findWithMembers(resource.fields, name.replace(/\.(?=[^.]*$)/, ':'));
  if (field === undefined) return undefined;
  const type = typeOf[field.type];
  const { base, member } = splitMember(field.name);
  const figure = member ?? (field.type === 'metric' ? 'val' : null);
  const path = nestedPath(resource, base);
  const read = readerOf(type, field.name);
  // Most fields are the record's own members; resolving a path takes ten times as long.
  const find = (record: Members): Json | undefined =>
    path === null
      ? Object.hasOwn(record, base)
        ? record[base]
        : undefined
      : resolveField(resource, record, base);
  return {
    name: field.name,
    label: field.label,
    description: field.description,
    type,
    unit: field.unit,
    needs: path === null ? [base] : [...new Set([base, path[0] ?? base])],
    read:
      figure === null ? (record) => read(find(record)) : (record) => read(sentMember(find(record), figure)),
  };
}

/** Returns a reader that gives a fault for values of another type, and null for empty text. */
function readerOf(type: ValueType, name: string): (value: Json | undefined) => Value {
  const fault = new Fault(`${name} should be ${typeNames[type]}, but the service sent something else.`);
  const read = readers[type];
  return (value) => {
    if (value === undefined || value === null || value === '') return null;
    const found = read(value);
    return found === undefined ? fault : found;
  };
}

const readers: Readonly<Record<ValueType, (value: Json) => Value | undefined>> = {
  number(value) {
    const number = readNumber(value);
    return number === null ? undefined : number + 0;
  },
  text(value) {
    const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
    const texts = items
      .filter((item) => item !== null)
      .map((item) => (typeof item === 'object' ? entityName(item)?.text : plainText(item)));
    return texts.includes(undefined) ? undefined : textValue(texts.join(', '));
  },
  date: (value) => (typeof value === 'string' ? (dayIn(value) ?? undefined) : undefined),
  boolean(value) {
    if (value === 'true' || value === 'false') return value === 'true';
    return typeof value === 'boolean' ? value : undefined;
  },
};
