import type { FieldType } from './resources/types.ts';

/** The operators the app knows. The service may offer others: they are offered and sent as they come. */
export const knownOperators = [
  'equals',
  'notEquals',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'notLike',
  'ilike',
  'startsWith',
  'in',
  'includes',
  'onOrAfter',
  'onOrBefore',
] as const;

export type KnownOperator = (typeof knownOperators)[number];

const equality: readonly KnownOperator[] = ['equals', 'notEquals', 'in'];
const order: readonly KnownOperator[] = ['gt', 'gte', 'lt', 'lte'];
const ordered: readonly KnownOperator[] = [...equality, ...order];
const text: readonly KnownOperator[] = [...equality, 'like', 'notLike', 'ilike', 'startsWith'];
const dates: readonly KnownOperator[] = [...equality, ...order, 'onOrAfter', 'onOrBefore'];

/** The operators that fit a field of this type. Nested objects can only be asked whether they are null. */
export const operatorsOfType: Readonly<Record<FieldType, readonly KnownOperator[]>> = {
  id: ordered,
  text,
  url: text,
  color: text,
  address: text,
  hash: text,
  integer: ordered,
  number: ordered,
  boolean: equality,
  date: dates,
  datetime: dates,
  metric: ordered,
  'id-list': ['includes'],
  'text-list': ['includes'],
  object: [],
  'object-list': [],
};
