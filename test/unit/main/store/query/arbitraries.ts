import fc from 'fast-check';
import type { Json } from '../../../../../preload/contract/json.ts';
import { metricMembers } from '../../../../../preload/contract/metric.ts';
import type { Condition, ConditionValue, Filter, Query } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import type { Field, FieldType, Resource } from '../../../../../preload/contract/resources/types.ts';

/** Random records and valid random queries over a resource. Values come from small stores, so that they meet. */

const texts: readonly string[] = [
  '',
  'a',
  'A',
  'ab',
  'aB',
  'abc',
  'Abc',
  'a%c',
  'a_c',
  'a*c',
  'a?c',
  'a[b]c',
  'é',
  'É',
  'éa',
  '日本',
  '日',
  '😀',
  '😀a',
  '\uffff',
  '\ud800',
  'a\0b',
  'a\nb',
  "a'b",
  'a"b',
  '=1+1',
  '\u212a',
  'k',
  'K',
  'ı',
  'İ',
  '5',
  '05',
  'null',
];
const instants: readonly string[] = [
  '2026-01-05',
  '2026-01-06',
  '2026-01-05T00:00:00.000Z',
  '2026-01-05T00:00:00Z',
  '2026-01-05T23:59:59.999Z',
  '2026-01-05T12:30:00',
  '2026-01-05 12:30:00',
  '2026-01-06T01:00:00+02:00',
  '2026-01-05T22:00:00-0300',
  '2026-01-05T12:30:00+00:00',
  '2024-02-29',
  '1969-12-31T23:59:59Z',
];
const numbers: readonly number[] = [0, 1, -1, 2, 0.1, 1e-6, 1e21, 123456789.125, 9007199254740991, -5.5];
const patterns: readonly string[] = [
  '%',
  '_',
  'a%',
  '%a',
  '%b%',
  'a_c',
  'A%',
  '%É%',
  'é%',
  '_日%',
  '%😀',
  '%*%',
  'a[b]%',
  '%?c',
  '%\n%',
  '__',
  'k',
  '%K%',
  '%%',
];

const nasty: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  null,
  true,
  7,
  'garbage',
  '12',
  '1.50',
  '2026-02-30',
  [],
  [1],
  {},
  { val: 3 },
  'true',
);
const number = fc.constantFrom(...numbers);
const text = fc.constantFrom(...texts);
const id = fc.constantFrom<string | number>(
  1,
  2,
  10,
  '1',
  '2',
  '10',
  '01',
  'x-1',
  'x-10',
  'x-2',
  '9007199254740993',
);

const metric = fc
  .record(
    { val: number, val_7d: fc.oneof(number, fc.constant('2'), fc.constant(null)) },
    { requiredKeys: [] },
  )
  .map((members): Json => members);

const values: Readonly<Partial<Record<FieldType, fc.Arbitrary<Json>>>> = {
  id,
  integer: number,
  number,
  boolean: fc.boolean(),
  date: fc.constantFrom(...instants),
  datetime: fc.constantFrom(...instants),
  metric,
  'id-list': fc.array(id, { maxLength: 3 }),
  'text-list': fc.array(text, { maxLength: 3 }),
  object: fc.constantFrom<Json>({ a: 1 }, { name: 'x', nested: { date: '0e0' } }),
  'object-list': fc.constantFrom<Json>([], [{ id: 1, number: 5 }]),
};

function fitting(type: FieldType): fc.Arbitrary<Json> {
  return values[type] ?? text;
}

/** Records with distinct ids; members may be missing, null, or of another type than the catalogue says. */
export function recordsOf(resource: Resource, maxLength: number): fc.Arbitrary<ResourceRecord[]> {
  const members = Object.fromEntries(
    resource.fields
      .filter(({ name }) => name !== 'id')
      .map(({ name, type }) => [
        name,
        fc.oneof(
          { weight: 8, arbitrary: fitting(type) },
          { weight: 1, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: nasty },
        ),
      ]),
  );
  const recordId = fc.oneof(
    fc.integer({ min: -5, max: 3000 }),
    fc.integer({ min: 0, max: 3000 }).map(String),
    fc
      .tuple(fc.constantFrom('1-0x', '10-0x', 'é', '\uffff', '😀'), fc.nat(300))
      .map(([start, end]) => `${start}${end.toString()}`),
  );
  return fc.uniqueArray(
    fc
      .record(
        { ...members, unknown: fc.oneof(text, fc.constant<Json>({ deep: [1, { id: '1' }] })) },
        { requiredKeys: [] },
      )
      .chain((record) => recordId.map((own): ResourceRecord => ({ id: own, ...record }))),
    { selector: (record) => String(record.id), maxLength },
  );
}

const isOrdered = new Set<FieldType>(['integer', 'number', 'metric', 'date', 'datetime']);
const isTextual = new Set<FieldType>(['text', 'url', 'color', 'address', 'hash']);

type Asked = string | number | boolean;

/** A field by its own name, a metric by those of its members too. */
function namesOf({ name, type }: Field): fc.Arbitrary<string> {
  if (type !== 'metric') return fc.constant(name);
  const memberNames = metricMembers.map((member) => `${name}:${member}`);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(name, `${name}:val`, `${name}:val_7d`) },
    { weight: 1, arbitrary: fc.constantFrom(...memberNames) },
  );
}

function conditionOn(field: Field, single: fc.Arbitrary<Asked>): fc.Arbitrary<Condition> {
  const name = namesOf(field);
  const make = (operators: readonly string[], value: fc.Arbitrary<ConditionValue>): fc.Arbitrary<Condition> =>
    fc.record({ operator: fc.constantFrom(...operators), field: name, value });
  const nullness = make(['equals', 'notEquals'], fc.constant(null));
  const isAnyOf = make(['in'], fc.array(fc.oneof(single, fc.constant(null)), { maxLength: 4 }));
  if (field.type === 'id-list') return fc.oneof(nullness, make(['includes', 'equals'], single), isAnyOf);
  if (field.type === 'text-list') return fc.oneof(nullness, make(['includes'], single));
  if (field.type === 'object' || field.type === 'object-list') return nullness;
  const conditions = [nullness, make(['equals', 'notEquals'], single), isAnyOf];
  if (isOrdered.has(field.type))
    conditions.push(make(['gt', 'gte', 'lt', 'lte'], fc.oneof(single, fc.constant(null))));
  if (field.type === 'date' || field.type === 'datetime')
    conditions.push(make(['onOrAfter', 'onOrBefore'], single));
  if (isTextual.has(field.type)) {
    const beginning = single.map((value) => Array.from(String(value)).slice(0, 4).join(''));
    const within = beginning.map((part) => `%${part}%`);
    conditions.push(
      make(['like', 'notLike', 'ilike'], fc.oneof(fc.constantFrom(...patterns), beginning, within)),
      make(['startsWith'], beginning),
    );
  }
  return fc.oneof(...conditions);
}

/** Values that conditions on a field ask for. */
export function askedOf({ type }: Field): fc.Arbitrary<Asked> {
  if (type === 'id' || type === 'id-list') return id;
  if (type === 'boolean') return fc.boolean();
  if (type === 'date' || type === 'datetime') return fc.constantFrom(...instants);
  if (isOrdered.has(type)) return fc.oneof(number, number.map(String));
  return text;
}

/** Valid queries over the filterable and sortable fields, whose conditions ask for values as `asked` gives them. */
export function queriesOf(resource: Resource, asked = askedOf): fc.Arbitrary<Query> {
  const filterable = resource.fields.filter((field) => field.filterable);
  const condition = fc.oneof(...filterable.map((field) => conditionOn(field, asked(field))));
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      condition,
      fc.record(
        {
          operator: fc.constantFrom('and' as const, 'or' as const),
          filters: fc.array(tie('filter'), { maxLength: 3 }),
        },
        { requiredKeys: ['filters'] },
      ),
    ),
  }));
  const sortable = resource.fields.filter((field) => field.sortable);
  return fc.record(
    {
      filter,
      sort: fc.record({
        field: fc.oneof(...sortable.map(namesOf)),
        direction: fc.constantFrom('asc' as const, 'desc' as const),
      }),
      pagination: fc.record({
        page: fc.integer({ min: 1, max: 4 }),
        perPage: fc.integer({ min: 1, max: 30 }),
      }),
    },
    { requiredKeys: [] },
  );
}
