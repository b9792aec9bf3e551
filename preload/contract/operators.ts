import type { FieldType } from './resources/types.ts';

/** What the app says of an operator and how its value is entered. How it is evaluated is in `main/store/query/operators.ts`. */
interface OperatorTerms {
  /** What its value is: one value, a pattern of text, or a list. */
  readonly value: 'one' | 'pattern' | 'list';
  /** Between a field and a value. */
  readonly label: string;
  /** Instead of the label, for dates and for fields that are neither dates nor numbers. */
  readonly dateLabel?: string;
  readonly textLabel?: string;
  /** Instead of the label in a sentence, and of amounts. */
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

/** True for an operator that the app knows. The service may have others: they are offered and sent as they come. */
export function isKnownOperator(operator: string): operator is KnownOperator {
  return Object.hasOwn(terms, operator);
}

/** The terms of an operator; undefined for one that the app does not know. */
export function operatorTerms(operator: string): OperatorTerms | undefined {
  return isKnownOperator(operator) ? terms[operator] : undefined;
}

const equality: readonly KnownOperator[] = ['equals', 'notEquals', 'in'];
const order: readonly KnownOperator[] = ['gt', 'gte', 'lt', 'lte'];
const ordered: readonly KnownOperator[] = [...equality, ...order];
const text: readonly KnownOperator[] = [...equality, 'like', 'notLike', 'ilike', 'startsWith'];
const dates: readonly KnownOperator[] = [...equality, ...order, 'onOrAfter', 'onOrBefore'];

/** The operators that fit a field of this type. Nested objects can only be tested for null. */
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
