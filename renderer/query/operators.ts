import { operatorTerms } from '../../preload/contract/operators.ts';
import type { Condition, ConditionValue } from '../../preload/contract/query.ts';
import { operatorLabel } from '../format/filter.ts';
import { findBuilderField, type BuilderField } from './fields.ts';
import { carryValue, startValue } from './valueEntry.ts';

export interface OfferedOperator {
  readonly key: string;
  readonly operator: string;
  readonly label: string;
  readonly value?: null;
}

const isEmpty: OfferedOperator = { key: 'is empty', operator: 'equals', label: 'is empty', value: null };
const isNotEmpty: OfferedOperator = {
  key: 'is not empty',
  operator: 'notEquals',
  label: 'is not empty',
  value: null,
};

/** The metadata's operators, and always the current one. */
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

export function chosenKey(operator: string, value: ConditionValue): string {
  if (value !== null) return operator;
  if (operator === 'equals') return isEmpty.key;
  return operator === 'notEquals' ? isNotEmpty.key : operator;
}

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

/** A condition on a field before its value is entered. */
export function startCondition(fields: readonly BuilderField[], name: string): Condition {
  const { field } = findBuilderField(fields, name);
  const operator = field === undefined ? 'equals' : firstOperator(field);
  return { field: name, operator, value: startValue(field, operator) };
}

/** The operator and the value of a condition after another operator is picked. */
export function pickOperator(
  { operator, value: tested }: OfferedOperator,
  value: ConditionValue,
  field: BuilderField | undefined,
): Pick<Condition, 'operator' | 'value'> {
  return { operator, value: tested === null ? null : carryValue(value, operator, field) };
}

function labelFor(operator: string, field: BuilderField | undefined): string {
  const terms = operatorTerms(operator);
  const own =
    field?.kind === 'number' ? undefined : field?.kind === 'date' ? terms?.dateLabel : terms?.textLabel;
  return own ?? operatorLabel(operator);
}
