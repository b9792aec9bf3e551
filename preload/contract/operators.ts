import type { FieldType } from './resources/types.ts';

/** Labels of an operator and the kind of its value. `main/store/query/operators.ts` evaluates it. */
interface OperatorTerms {
  readonly value: 'one' | 'pattern' | 'list';
  readonly label: string;
  readonly dateLabel?: string;
  readonly textLabel?: string;
  readonly phrase?: string;
  readonly amountPhrase?: string;
}

const terms = {
  equals: { value: 'one', label: '=', dateLabel: 'is', textLabel: 'is', phrase: '' },
  notEquals: { value: 'one', label: '≠', dateLabel: 'is not', textLabel: 'is not', phrase: 'not' },
  gt: { value: 'one', label: '>', dateLabel: 'after', amountPhrase: 'over' },
  gte: { value: 'one', label: '≥', dateLabel: 'from', amountPhrase: 'over' },
  lt: { value: 'one', label: '<', dateLabel: 'before', amountPhrase: 'under' },
  lte: { value: 'one', label: '≤', dateLabel: 'until', amountPhrase: 'under' },
  like: { value: 'pattern', label: 'like' },
  notLike: { value: 'pattern', label: 'not like' },
  ilike: { value: 'pattern', label: 'contains', phrase: 'containing' },
  startsWith: { value: 'pattern', label: 'starts with' },
  in: { value: 'list', label: 'is one of', phrase: '' },
  includes: { value: 'one', label: 'includes' },
  onOrAfter: { value: 'one', label: 'on or after' },
  onOrBefore: { value: 'one', label: 'on or before' },
} as const satisfies Readonly<Record<string, OperatorTerms>>;

export type KnownOperator = keyof typeof terms;

/** The service may offer operators that the app does not know. */
export function isKnownOperator(operator: string): operator is KnownOperator {
  return Object.hasOwn(terms, operator);
}

export function operatorTerms(operator: string): OperatorTerms | undefined {
  return isKnownOperator(operator) ? terms[operator] : undefined;
}

const equality: readonly KnownOperator[] = ['equals', 'notEquals', 'in'];
const order: readonly KnownOperator[] = ['gt', 'gte', 'lt', 'lte'];
const ordered: readonly KnownOperator[] = [...equality, ...order];
const text: readonly KnownOperator[] = [...equality, 'like', 'notLike', 'ilike', 'startsWith'];
const dates: readonly KnownOperator[] = [...equality, ...order, 'onOrAfter', 'onOrBefore'];

/** Nested objects can only be tested for null. */
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
  'id-list': ['includes', 'equals', 'in'],
  'text-list': ['includes'],
  object: [],
  'object-list': [],
};
