import type { Random } from '../../../../../main/sample-service/data/random.ts';
import { expressionFunctions } from '../../../../../preload/contract/expressions/functions.ts';
import type { BinaryOperator, Expression } from '../../../../../preload/contract/expressions/syntax.ts';
import { valueTypes, type ValueType } from '../../../../../preload/contract/expressions/values.ts';
import type { Field, FieldType, Resource } from '../../../../../preload/contract/resources/types.ts';
import type { Json } from '../../../../../preload/contract/json.ts';

/** Random expressions of a type over the fields of `oddResource`, and random records of it. */

type Tree = Expression extends infer One ? (One extends unknown ? Omit<One, 'from' | 'to'> : never) : never;

const place = { from: 0, to: 0 };

function field(name: string, type: FieldType): Field {
  return {
    name,
    label: name,
    type,
    group: 'Record',
    filterable: true,
    sortable: true,
    searchable: false,
    description: 'A field.',
  };
}

/** Names that a parser, an object or a reader may stumble over. */
const oddNames: Readonly<Record<ValueType, readonly string[]>> = {
  number: ['n', '2nd number', 'and', '__proto__', 'metric', 'metric.val_7d'],
  text: ['t', 'constructor', 'odd ] name', 'list', 'true'],
  date: ['d', 'day', 'not'],
  boolean: ['b', 'toString', ' '],
};

const types: Readonly<Record<ValueType, FieldType>> = {
  number: 'number',
  text: 'text',
  date: 'datetime',
  boolean: 'boolean',
};

export const oddResource: Resource = {
  name: 'odd',
  path: '/odd',
  label: 'Odd',
  singular: 'Odd',
  description: 'Odd.',
  hasRecordEndpoint: false,
  defaultSort: { field: 'id', direction: 'asc' },
  defaultPerPage: 25,
  titleField: 't',
  fields: valueTypes.flatMap((type) =>
    oddNames[type]
      .filter((name) => name !== 'metric.val_7d')
      .map((name) => field(name, name === 'metric' ? 'metric' : name === 'list' ? 'text-list' : types[type])),
  ),
  defaultColumns: ['t'],
  related: [],
};

const texts = [
  '',
  'a',
  '"quoted"',
  'ß 😀 \u2028',
  '2025-01-31',
  '2025-02-31',
  '1e308',
  "=1+1'",
  'x'.repeat(500),
];
const numbers = [0, 1, 2, 0.1, 15, 1e21, 1e308, 5e-324, 400, 2 ** 70];
const values: readonly Json[] = [
  null,
  ...texts,
  ...numbers,
  -1,
  -1e308,
  true,
  false,
  'true',
  '123456789012345678901234567890',
  '2025-06-30T23:59:59+14:00',
  '0001-01-01',
  '9999-12-31T23:59:59Z',
  [],
  ['a', 1, null],
  [{ name: 'Named' }],
  {},
  { val: 1, val_7d: 0 },
  { val: null },
  { val: '99999999999999999999' },
];

export function randomRecord(random: Random): Readonly<Record<string, Json>> {
  const names = oddResource.fields.map(({ name }) => name);
  return Object.fromEntries(
    names.filter(() => random.chance(0.9)).map((name) => [name, random.pick(values)]),
  );
}

export function randomExpression(random: Random, type: ValueType, depth: number): Expression {
  const tree = depth <= 0 || random.chance(0.15) ? leaf(random, type) : branch(random, type, depth - 1);
  return { ...tree, ...place };
}

function leaf(random: Random, type: ValueType): Tree {
  if (random.chance(0.6)) return { kind: 'field', name: random.pick(oddNames[type]) };
  switch (type) {
    case 'number':
      return { kind: 'number', value: random.pick(numbers) };
    case 'text':
      return { kind: 'text', value: random.pick(texts) };
    case 'boolean':
      return { kind: 'boolean', value: random.chance(0.5) };
    case 'date':
      return { kind: 'call', name: 'today', args: [] };
  }
}

function branch(random: Random, type: ValueType, depth: number): Tree {
  const part = (of: ValueType): Expression => randomExpression(random, of, depth);
  const binary = (operators: readonly BinaryOperator[], of: ValueType, other = of): Tree => ({
    kind: 'binary',
    operator: random.pick(operators),
    left: part(of),
    right: part(other),
  });
  const any = random.pick(valueTypes);
  if (random.chance(0.5)) return callOf(random, type, part);
  switch (type) {
    case 'number':
      return random.chance(0.2)
        ? { kind: 'negate', operand: part('number') }
        : binary(['+', '-', '*', '/'], 'number');
    case 'text':
      return binary(['&'], any, random.pick(valueTypes));
    case 'date':
      return callOf(random, type, part);
    case 'boolean':
      if (random.chance(0.2)) return { kind: 'not', operand: part('boolean') };
      if (random.chance(0.4)) return binary(['and', 'or'], 'boolean');
      return any === 'boolean' ? binary(['=', '<>'], any) : binary(['=', '<>', '<', '<=', '>', '>='], any);
  }
}

/** A call whose result is of the type. */
function callOf(random: Random, type: ValueType, part: (of: ValueType) => Expression): Tree {
  const isOrdered = type === 'number' || type === 'date';
  const spec = random.pick(
    expressionFunctions.filter(
      ({ name, result }) =>
        (result === type || result === 'same') && (isOrdered || (name !== 'min' && name !== 'max')),
    ),
  );
  const args = spec.parameters.flatMap(({ type: wanted, optional, repeated }) => {
    const count = optional === true ? random.integer(0, 1) : repeated === true ? random.integer(0, 3) : 1;
    return Array.from({ length: count }, () =>
      part(wanted === 'same' ? type : wanted === 'any' ? random.pick(valueTypes) : wanted),
    );
  });
  // A date that is written out must be one.
  const [first] = args;
  if (spec.name === 'date' && first?.kind === 'text')
    return { kind: 'call', name: 'date', args: [{ kind: 'text', value: '2024-02-29', ...place }] };
  return { kind: 'call', name: spec.name, args };
}
