import { dayMs } from '../../../preload/contract/days.ts';
import { isKnownOperator, operatorsOfType, type KnownOperator } from '../../../preload/contract/operators.ts';
import type { ConditionValue, Scalar } from '../../../preload/contract/query.ts';
import type { Comparison } from './columns.ts';
import { comparable, instantOf, isWholeDay, pattern, scalar, type Compared } from './conditionValues.ts';
import { remainderOf } from './exact.ts';
import type { Target } from './fields.ts';
import {
  testAnyOf,
  testComparison,
  testIlike,
  testLike,
  testOnOrBefore,
  not,
  testStartsWith,
  rangeOfNumbers,
  type Sign,
  type NumberRange,
  type Test,
} from './operatorPredicates.ts';
import { afterPrefix, globOf, isAscii, literalPrefix } from './patterns.ts';
import { problems } from './problems.ts';
import { joinBalanced, type Bind } from './sql.ts';
import { comparableId, comparableText, startOfDay } from './values.ts';

/**
 * An operator: its condition in SQL, and the same condition as a function of one value. On a record without a
 * value, a condition is null or false, so no comparison matches it; `equals null` and `notEquals null` are
 * handled before. `operatorsOfType` has the operators of a field.
 * Rule: service notes, "Filters".
 */
interface Operator {
  sql(target: Target, value: ConditionValue, bind: Bind): string;
  /** Null for operators of lists only. Null values never come here. */
  readonly test: ((target: Compared, value: ConditionValue) => Test) | null;
  readonly span?: (target: Compared, value: ConditionValue) => NumberRange | null;
  readonly denies?: KnownOperator;
}

const never = '0';

export function requireOperator(operator: string, { comparison, name }: Compared): Operator {
  if (!isKnownOperator(operator) || !fits(operator, comparison)) throw problems.operator(operator, name);
  return operators[operator];
}

function fits(operator: KnownOperator, comparison: Comparison): boolean {
  if (comparison === 'untyped' || comparison === 'nested') return comparison === 'untyped';
  return operatorsOfType[comparison === 'any-text' ? 'text' : comparison].includes(operator);
}

export function compileCondition(
  operator: string,
  target: Target,
  value: ConditionValue,
  bind: Bind,
): string {
  const isEquality = operator === 'equals' || operator === 'notEquals';
  if (isEquality && value === null)
    return operator === 'equals' ? `(${target.isNull})` : `NOT (${target.isNull})`;
  const found = requireOperator(operator, target);
  if (value === null) return never;
  const ofElements =
    target.comparison === 'any-text' || (target.comparison === 'id-list' && operator !== 'includes');
  return ofElements ? ofAnyElement(found, target, value, bind) : found.sql(target, value, bind);
}

/** True if one of several elements matches; if negated, if none does. False for records without elements. */
function ofAnyElement(operator: Operator, target: Target, value: ConditionValue, bind: Bind): string {
  const element: Target = {
    ...target,
    comparison: target.comparison === 'id-list' ? 'id' : 'text',
    sql: 'value',
    isNull: 'value IS NULL',
    column: null,
  };
  const { sql } = operator.denies === undefined ? operator : operators[operator.denies];
  const any = `EXISTS (SELECT 1 FROM ${target.elements} WHERE ${sql(element, value, bind)})`;
  if (Array.isArray(value) && value.includes(null)) return `(${target.isNull} OR ${any})`;
  return operator.denies === undefined ? any : `(NOT (${target.isNull}) AND NOT ${any})`;
}

const operators: Readonly<Record<KnownOperator, Operator>> = {
  equals: comparing('='),
  notEquals: { ...comparing('<>'), denies: 'equals' },
  in: { sql: isIn, test: testAnyOf },
  gt: comparing('>'),
  gte: comparing('>='),
  lt: comparing('<'),
  lte: comparing('<='),
  onOrAfter: comparing('>='),
  onOrBefore: { sql: onOrBefore, test: testOnOrBefore },
  like: matching(like, testLike),
  notLike: {
    ...matching(
      (target, text, bind) => `NOT ${like(target, text, bind)}`,
      (text) => not(testLike(text)),
    ),
    denies: 'like',
  },
  ilike: matching(ilike, testIlike),
  startsWith: matching(startsWith, testStartsWith),
  includes: { sql: includes, test: null },
};

function comparing(sign: Sign): Operator {
  return {
    sql: (target, value, bind) => compare(sign, target, scalar(target, value), bind),
    test: (target, value) => testComparison(sign, target, scalar(target, value)),
    span: (target, value) => rangeOfNumbers(sign, target, scalar(target, value)),
  };
}

function matching(
  sql: (target: Target, text: string, bind: Bind) => string,
  test: (text: string) => Test,
): Operator {
  return {
    sql: (target, value, bind) => sql(target, pattern(target, value), bind),
    test: (target, value) => test(pattern(target, value)),
  };
}

function compare(sign: Sign, target: Target, value: NonNullable<Scalar>, bind: Bind): string {
  if (target.comparison === 'date') return compareDay(sign, target, instantOf(target, value), bind);
  if (target.comparison === 'untyped') return compareUntyped(sign, target, value, bind);
  if (target.comparison === 'number' && (target.rest !== null || remainderOf(value) !== 0))
    return compareExact(sign, target, value, bind);
  const compared = comparable(target, value);
  const condition = `${target.sql} ${sign} ${bind(compared)}`;
  if (target.comparison !== 'id' || sign === '=' || sign === '<>') return condition;
  // Numbers compare with numbers, texts with texts.
  const kind = typeof compared === 'number' ? `IN ('integer', 'real')` : `= 'text'`;
  return `(typeof(${target.sql}) ${kind} AND ${condition})`;
}

function compareExact(sign: Sign, target: Target, value: NonNullable<Scalar>, bind: Bind): string {
  const { sql } = target;
  const double = bind(comparable(target, value));
  const rests = `${target.rest ?? '0'} ${sign} ${bind(remainderOf(value))}`;
  if (sign === '=') return `(${sql} = ${double} AND ${rests})`;
  if (sign === '<>') return `(${sql} <> ${double} OR ${rests})`;
  const side = sign.charAt(0);
  return `(${sql} ${side}= ${double} AND (${sql} ${side} ${double} OR ${rests}))`;
}

/** Any time of day stands for its whole UTC day. */
function compareDay(sign: Sign, { sql }: Target, instant: number, bind: Bind): string {
  const start = bind(startOfDay(instant));
  const end = bind(startOfDay(instant) + dayMs);
  const conditions: Readonly<Record<Sign, string>> = {
    '=': `(${sql} >= ${start} AND ${sql} < ${end})`,
    '<>': `(${sql} < ${start} OR ${sql} >= ${end})`,
    '>': `${sql} >= ${end}`,
    '>=': `${sql} >= ${start}`,
    '<': `${sql} < ${start}`,
    '<=': `${sql} < ${end}`,
  };
  return conditions[sign];
}

function compareUntyped(
  sign: Sign,
  { sql, jsonType }: Target,
  value: NonNullable<Scalar>,
  bind: Bind,
): string {
  if (typeof value === 'boolean') {
    return `(${jsonType} IN ('true', 'false') AND ${sql} ${sign} ${bind(value ? 1 : 0)})`;
  }
  const types = typeof value === 'number' ? `('integer', 'real')` : `('text')`;
  const bound = bind(typeof value === 'string' ? (comparableText(value) ?? '') : value);
  return `(typeof(${sql}) IN ${types} AND ${jsonType} NOT IN ('true', 'false') AND ${sql} ${sign} ${bound})`;
}

function onOrBefore(target: Target, value: ConditionValue, bind: Bind): string {
  const single = scalar(target, value);
  return isWholeDay(target, single)
    ? compareDay('<=', target, instantOf(target, single), bind)
    : compare('<=', target, single, bind);
}

function like(target: Target, text: string, bind: Bind): string {
  const prefix = literalPrefix(text);
  if (prefix === text) return `(${target.sql} = ${bind(text)})`;
  if (prefix !== '' && text === `${prefix}%`) return startsWith(target, prefix, bind);
  const glob = `${target.sql} GLOB ${bind(globOf(text))}`;
  return prefix === '' || target.comparison === 'untyped'
    ? `(${textOnly(target)}${glob})`
    : `(${startsWith(target, prefix, bind)} AND ${glob})`;
}

function ilike(target: Target, text: string, bind: Bind): string {
  const condition = isAscii(text)
    ? `${target.sql} LIKE ${bind(text)}`
    : `rwa_ilike(${bind(text)}, ${target.sql})`;
  return `(${textOnly(target)}${condition})`;
}

/** Uses a range, which an index supports. */
function startsWith(target: Target, prefix: string, bind: Bind): string {
  const { sql } = target;
  if (prefix === '') return `(${textOnly(target)}${sql} IS NOT NULL)`;
  const after = afterPrefix(prefix);
  const upper = after === null ? '' : ` AND ${sql} < ${bind(after)}`;
  return `(${textOnly(target)}${sql} >= ${bind(prefix)}${upper})`;
}

function textOnly({ comparison, sql }: Target): string {
  return comparison === 'untyped' ? `typeof(${sql}) = 'text' AND ` : '';
}

/** `in` is a list of `equals`: null in the list matches records without a value. */
function isIn(target: Target, value: ConditionValue, bind: Bind): string {
  if (!Array.isArray(value)) throw problems.value(target.name, 'a list of values');
  const values = value.filter((element) => element !== null);
  const isNull = values.length < value.length ? ` OR ${target.isNull}` : '';
  if (values.length === 0) return isNull === '' ? never : `(${target.isNull})`;
  return `(${isAnyOf(target, values, bind)}${isNull})`;
}

function isAnyOf(target: Target, values: readonly NonNullable<Scalar>[], bind: Bind): string {
  if (target.comparison === 'date') {
    const days = values.map((value) => startOfDay(instantOf(target, value)));
    const [first] = days;
    if (days.length === 1 && first !== undefined) return compareDay('=', target, first, bind);
    return `floor(${target.sql} / ${dayMs.toString()}.0) IN (${[...new Set(days)].map((day) => bind(day / dayMs)).join(', ')})`;
  }
  if (target.comparison === 'untyped') {
    return joinBalanced(
      values.map((value) => compareUntyped('=', target, value, bind)),
      'OR',
    );
  }
  if (target.comparison === 'number') {
    const beyond = values.filter((value) => remainderOf(value) !== 0);
    if (target.rest !== null || beyond.length > 0) {
      const others = values.filter((value) => remainderOf(value) === 0);
      const isOther =
        others.length === 0 ? [] : [`(${isOneOf(target, others, bind)} AND ${target.rest ?? '0'} = 0)`];
      return joinBalanced(
        [...beyond.map((value) => compareExact('=', target, value, bind)), ...isOther],
        'OR',
      );
    }
  }
  return isOneOf(target, values, bind);
}

function isOneOf(target: Target, values: readonly NonNullable<Scalar>[], bind: Bind): string {
  const compared = values.map((value) => comparable(target, value));
  if (compared.length > manyValues && compared.every(isPlain))
    return `${target.sql} IN (SELECT value FROM json_each(${bind(JSON.stringify(compared))}))`;
  return `${target.sql} IN (${compared.map((value) => bind(value)).join(', ')})`;
}

/** More values are bound as one text: SQLite limits parameters, and compiling takes longer than running. */
const manyValues = 500;

/** True for values that JSON and SQLite write identically, without escapes or truncation. */
function isPlain(value: string | number): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : /^[\x20-\x7e]*$/.test(value);
}

function includes(target: Target, value: ConditionValue, bind: Bind): string {
  const single = scalar(target, value);
  const wanted = target.comparison === 'text-list' ? comparableText(single) : comparableId(single);
  if (wanted === null) throw problems.value(target.name, 'an identifier');
  return `EXISTS (SELECT 1 FROM ${target.elements} WHERE value = ${bind(wanted)})`;
}
