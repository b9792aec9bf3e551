import { dayMs } from '../../../preload/contract/days.ts';
import type { ConditionValue, Scalar } from '../../../preload/contract/query.ts';
import type { SqlValue } from './columns.ts';
import { comparable, instantOf, isWholeDay, scalar, type Compared } from './conditionValues.ts';
import { compareIds } from './order.ts';
import { foldFor, matchesPattern } from './patterns.ts';
import { problems } from './problems.ts';
import { startOfDay } from './values.ts';

type Value = NonNullable<SqlValue>;
export type Test = (value: Value) => boolean;
export type Sign = '=' | '<>' | '>' | '>=' | '<' | '<=';

const holds: Readonly<Record<Sign, (found: Value, wanted: Value) => boolean>> = {
  '=': (found, wanted) => found === wanted,
  '<>': (found, wanted) => found !== wanted,
  '>': (found, wanted) => found > wanted,
  '>=': (found, wanted) => found >= wanted,
  '<': (found, wanted) => found < wanted,
  '<=': (found, wanted) => found <= wanted,
};

export function testComparison(sign: Sign, target: Compared, value: NonNullable<Scalar>): Test {
  if (target.comparison === 'date') return testDay(sign, instantOf(target, value));
  const compares = holds[sign];
  const wanted = comparable(target, value);
  if (target.comparison !== 'id' || sign === '=' || sign === '<>') return (found) => compares(found, wanted);
  // Numbers compare with numbers, texts with texts by code point.
  return (found) =>
    (typeof found === 'number' || typeof found === 'string') &&
    typeof found === typeof wanted &&
    compares(compareIds(found, wanted), 0);
}

export interface NumberRange {
  readonly low: number;
  readonly high: number;
}

/** Returns the range of numbers that a comparison matches, if it is one; agrees with `testComparison`. */
export function rangeOfNumbers(sign: Sign, target: Compared, value: NonNullable<Scalar>): NumberRange | null {
  const wanted = target.comparison === 'date' ? instantOf(target, value) : comparable(target, value);
  if (sign === '<>' || typeof wanted !== 'number') return null;
  const isDay = target.comparison === 'date';
  const first = isDay ? startOfDay(wanted) : wanted;
  const last = isDay ? neighbour(first + dayMs, -1n) : wanted;
  const spans: Readonly<Record<Exclude<Sign, '<>'>, NumberRange>> = {
    '=': { low: first, high: last },
    '>': { low: neighbour(last, 1n), high: Infinity },
    '>=': { low: first, high: Infinity },
    '<': { low: -Infinity, high: neighbour(first, -1n) },
    '<=': { low: -Infinity, high: last },
  };
  return spans[sign];
}

function neighbour(number: number, step: 1n | -1n): number {
  if (number === 0) return Number(step) * Number.MIN_VALUE;
  const bits = new BigInt64Array(1);
  const double = new Float64Array(bits.buffer);
  double[0] = number;
  bits[0] = (bits[0] ?? 0n) + (number > 0 ? step : -step);
  return double[0];
}

/** Any time of day stands for its whole UTC day. */
function testDay(sign: Sign, instant: number): Test {
  const compares = holds[sign];
  const wanted = startOfDay(instant);
  return (found) => compares(startOfDay(Number(found)), wanted);
}

/** A day without a time includes the whole day, in UTC. */
export function testOnOrBefore(target: Compared, value: ConditionValue): Test {
  const single = scalar(target, value);
  return isWholeDay(target, single)
    ? testDay('<=', instantOf(target, single))
    : testComparison('<=', target, single);
}

/** Throws a `QueryProblem` unless the value is a list. Nulls match nothing; dates match by UTC day. */
export function testAnyOf(target: Compared, value: ConditionValue): Test {
  if (!Array.isArray(value)) throw problems.value(target.name, 'a list of values');
  const values = value.filter((element) => element !== null);
  if (target.comparison === 'date') {
    const days = new Set(values.map((one) => startOfDay(instantOf(target, one))));
    return (found) => days.has(startOfDay(Number(found)));
  }
  const wanted = new Set<SqlValue>(values.map((one) => comparable(target, one)));
  return (found) => wanted.has(found);
}

export function testLike(text: string): Test {
  const characters = Array.from(text);
  return (found) => matchesPattern(characters, Array.from(String(found)));
}

export function testIlike(text: string): Test {
  const fold = foldFor(text);
  const characters = fold(text);
  return (found) => matchesPattern(characters, fold(String(found)));
}

export function testStartsWith(prefix: string): Test {
  return (found) => String(found).startsWith(prefix);
}

export function not(test: Test): Test {
  return (found) => !test(found);
}
