import type { ConditionValue, Scalar } from '../../../preload/contract/query.ts';
import type { Target } from './fields.ts';
import { maxPatternLength } from './patterns.ts';
import { problems } from './problems.ts';
import { readNumber } from '../../../preload/contract/sentNumber.ts';
import { comparableId, comparableInstant, comparableText } from './values.ts';

export type Compared = Pick<Target, 'name' | 'comparison'>;

export function scalar(target: Compared, value: ConditionValue): NonNullable<Scalar> {
  if (value === null || Array.isArray(value)) throw problems.value(target.name, 'one value, not a list');
  return value;
}

export function pattern(target: Compared, value: ConditionValue): string {
  if (typeof value !== 'string') throw problems.value(target.name, 'a text');
  if (value.length > maxPatternLength) throw problems.pattern(target.name, maxPatternLength);
  return comparableText(value) ?? '';
}

/** Returns the value in comparable form. Texts that spell numbers count as numbers, as in records. */
export function comparable(target: Compared, value: NonNullable<Scalar>): string | number {
  const { comparison } = target;
  if (comparison === 'id') return required(target, comparableId(value), 'an identifier');
  if (comparison === 'number') return required(target, readNumber(value), 'a number');
  if (comparison === 'boolean') {
    return required(target, typeof value === 'boolean' ? Number(value) : null, 'true or false');
  }
  if (comparison === 'text') {
    return required(target, typeof value === 'string' ? comparableText(value) : null, 'a text');
  }
  return instantOf(target, value);
}

/** Returns whether `onOrBefore` means the day's end: for a datetime field and a value without time. */
export function isWholeDay({ comparison }: Compared, value: Scalar): boolean {
  return comparison === 'datetime' && typeof value === 'string' && value.length <= 10;
}

/** Returns milliseconds since 1970 UTC. Throws a `QueryProblem` that names the field for an invalid date. */
export function instantOf(target: Compared, value: Scalar): number {
  return required(target, comparableInstant(value), 'a date such as 2026-01-31 or 2026-01-31T12:00:00Z');
}

function required<T>(target: Compared, value: T | null, expected: string): T {
  if (value === null) throw problems.value(target.name, expected);
  return value;
}
