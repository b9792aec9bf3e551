import { operatorTerms } from '../../preload/contract/operators.ts';
import type { ConditionValue } from '../../preload/contract/query.ts';
import { operatorLabel } from '../format/filter.ts';
import type { BuilderField } from './fields.ts';

/** A way to compare that the builder offers: an operator, or whether there is a value at all. */
export interface OfferedOperator {
  /** Unlike for each of a field's choices. */
  readonly key: string;
  readonly operator: string;
  readonly label: string;
  /** Set where the choice fixes the value. */
  readonly value?: null;
}

const isEmpty: OfferedOperator = { key: 'is empty', operator: 'equals', label: 'is empty', value: null };
const isNotEmpty: OfferedOperator = {
  key: 'is not empty',
  operator: 'notEquals',
  label: 'is not empty',
  value: null,
};

/** What metadata allow for a field, and the condition's own operator where they do not. */
export function offeredOperators(
  field: BuilderField | undefined,
  current: string,
): readonly OfferedOperator[] {
  const allowed = field?.operators ?? [];
  const names = allowed.includes(current) || current === '' ? allowed : [...allowed, current];
  return [
    ...names.map((operator) => ({ key: operator, operator, label: labelFor(operator, field) })),
    ...(names.includes('equals') ? [isEmpty] : []),
    ...(names.includes('notEquals') ? [isNotEmpty] : []),
  ];
}

/** The choice that a condition stands for. */
export function chosenKey(operator: string, value: ConditionValue): string {
  if (value !== null) return operator;
  if (operator === 'equals') return isEmpty.key;
  return operator === 'notEquals' ? isNotEmpty.key : operator;
}

/** The operator with which a condition on a field begins: what is asked most of its type, if it is allowed. */
export function firstOperator(field: BuilderField): string {
  const liked = field.list
    ? ['includes']
    : field.options.length > 0
      ? ['equals', 'in']
      : field.kind === 'number'
        ? ['gte', 'equals']
        : field.kind === 'date'
          ? ['onOrAfter', 'gte', 'equals']
          : field.kind === 'text' && field.operators.includes('ilike')
            ? ['ilike']
            : ['equals'];
  return liked.find((operator) => field.operators.includes(operator)) ?? field.operators[0] ?? 'equals';
}

function labelFor(operator: string, field: BuilderField | undefined): string {
  const terms = operatorTerms(operator);
  const own =
    field?.kind === 'number' ? undefined : field?.kind === 'date' ? terms?.dateLabel : terms?.textLabel;
  return own ?? operatorLabel(operator);
}
