import fc from 'fast-check';
import { operatorsOfType } from '../../../../preload/contract/operators.ts';
import type { Condition, Filter, Query, Scalar } from '../../../../preload/contract/query.ts';
import { metricMembers } from '../../../../preload/contract/metric.ts';
import type { Field, Resource } from '../../../../preload/contract/resources/types.ts';
import { memberOf, plainValue, type PlainRecord } from './plainValues.ts';

/** Random queries that the resource can answer, most of them about values that its records have. */
export function queries(resource: Resource, records: readonly PlainRecord[]): fc.Arbitrary<Query> {
  const filter = filters(
    resource.fields.filter(({ via }) => via === undefined),
    records,
  );
  const sortable = resource.fields.filter((field) => field.sortable).map((field) => fieldNames(field));
  return fc.record(
    {
      filter,
      sort: fc.record({
        field: fc.oneof(...sortable),
        direction: fc.constantFrom('asc' as const, 'desc' as const),
      }),
      pagination: fc.record({
        page: fc.integer({ min: 1, max: 4 }),
        perPage: fc.integer({ min: 1, max: 12 }),
      }),
    },
    { requiredKeys: ['pagination'] },
  );
}

/** Random filters on the fields that can be filtered, groups within groups. */
export function filters(fields: readonly Field[], records: readonly PlainRecord[]): fc.Arbitrary<Filter> {
  const conditions = fields
    .filter((field) => field.filterable && operatorsOfType[field.type].length > 0)
    .map((field) => conditionsOn(field, records));
  return fc.letrec<{ filter: Filter; group: Filter; condition: Condition }>((tie) => ({
    filter: fc.oneof({ maxDepth: 3, depthSize: 'small' }, tie('condition'), tie('group')),
    group: fc.record(
      {
        operator: fc.constantFrom('and' as const, 'or' as const),
        filters: fc.array(tie('filter'), { maxLength: 3 }),
      },
      { requiredKeys: ['filters'] },
    ),
    condition: fc.oneof(...conditions),
  })).filter;
}

/** A metric by its own name and by those of its members. */
function fieldNames({ name, type }: Field): fc.Arbitrary<string> {
  return type === 'metric'
    ? fc.oneof(
        fc.constant(name),
        fc.constantFrom(...metricMembers).map((member) => `${name}:${member}`),
      )
    : fc.constant(name);
}

function conditionsOn(field: Field, records: readonly PlainRecord[]): fc.Arbitrary<Condition> {
  const values = valuesOf(field, records);
  return fc.constantFrom(...operatorsOfType[field.type]).chain((operator) =>
    fc.record({
      operator: fc.constant<string>(operator),
      field: fieldNames(field),
      value: valuesFor(operator, values),
    }),
  );
}

function valuesFor(
  operator: string,
  values: fc.Arbitrary<NonNullable<Scalar>>,
): fc.Arbitrary<Scalar | Scalar[]> {
  if (operator === 'in')
    return fc.array(fc.oneof({ arbitrary: values, weight: 5 }, fc.constant(null)), { maxLength: 4 });
  if (operator === 'includes' || operator === 'startsWith')
    return values.map((value) => prefixOf(value, operator));
  if (['like', 'notLike', 'ilike'].includes(operator)) return values.chain(patternsOf);
  return fc.oneof({ arbitrary: values, weight: 12 }, fc.constant(null));
}

function prefixOf(value: NonNullable<Scalar>, operator: string): Scalar {
  return operator === 'startsWith' ? Array.from(String(value)).slice(0, 4).join('') : value;
}

/** Patterns that the text of a value matches, or nearly. */
function patternsOf(value: NonNullable<Scalar>): fc.Arbitrary<string> {
  const characters = Array.from(String(value)).slice(0, 200);
  return fc
    .record({ from: fc.nat(20), length: fc.nat(8), shape: fc.nat(5) })
    .map(({ from, length, shape }) => {
      const part = characters.slice(from, from + length).join('');
      const shapes = [
        `%${part}%`,
        `${part}%`,
        `%${part}`,
        part,
        `%${part.replace(/[a-z]/, '_')}%`,
        `%${part.toUpperCase()}%`,
      ];
      return shapes[shape] ?? part;
    });
}

/** Values of the field as records have them, and others of its type. */
function valuesOf(field: Field, records: readonly PlainRecord[]): fc.Arbitrary<NonNullable<Scalar>> {
  const seen = records
    .flatMap((record) => plainValue(field, record))
    .map((value) => (field.type === 'metric' ? memberOf(value, 'val') : value))
    .filter((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
  const others = othersOf(field);
  return seen.length === 0 ? others : fc.oneof({ arbitrary: fc.constantFrom(...seen), weight: 6 }, others);
}

function othersOf({ type }: Field): fc.Arbitrary<NonNullable<Scalar>> {
  if (type === 'id' || type === 'id-list') {
    return fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }).map(String));
  }
  if (type === 'integer' || type === 'number' || type === 'metric') {
    return fc.oneof(fc.integer({ min: -5, max: 2000 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'date' || type === 'datetime') {
    return fc
      .date({ min: new Date('2021-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
      .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 10)));
  }
  return fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('', 'a', 'Sample', '%', '0x'));
}
