import { isGroup, type Condition, type Filter } from '../../../preload/contract/query.ts';
import type { SqlValue } from './columns.ts';
import { maxValues } from './compile.ts';
import { comparable, instantOf, pattern, requireFit, scalar, type Compared } from './operators.ts';
import { compareIds as orderOfIds } from './order.ts';
import { parseFilter } from './parse.ts';
import { foldCase, isAscii, matchesPattern } from './patterns.ts';
import { problems } from './problems.ts';
import type { Table } from './tables.ts';
import { startOfDay } from './values.ts';

/** The values of one record in the order of `table.columns`, as they are read from the table: whole numbers are numbers. */
export type Values = readonly SqlValue[];

export type Predicate = (values: Values) => boolean;

type Value = NonNullable<SqlValue>;
type Test = (value: Value) => boolean;

/**
 * A filter as a function of the values of a record, for many filters on few records; it says the same as the filter compiled
 * to SQL. A comparison with null is false in SQL or unknown, and no group negates, so false stands for both. Null where the
 * filter asks for what only the body of a record holds. Throws a `QueryProblem` where SQL would be refused, too.
 */
export function compileMatch(table: Table, filter: Filter | undefined): Predicate | null {
  return filter === undefined ? () => true : walk(table, parseFilter(filter));
}

function walk(table: Table, filter: Filter): Predicate | null {
  if (!isGroup(filter)) return condition(table, filter);
  const parts = filter.filters.map((part) => walk(table, part));
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length) return null;
  const [first, second] = known;
  if (first === undefined) return () => filter.operator !== 'or';
  if (second === undefined) return first;
  return filter.operator === 'or'
    ? (values) => known.some((part) => part(values))
    : (values) => known.every((part) => part(values));
}

function condition(table: Table, { operator, field, value }: Condition): Predicate | null {
  if (Array.isArray(value) && value.length > maxValues) throw problems.tooManyValues(field, maxValues);
  const column = table.column.get(field);
  if (column === undefined) return null;
  const { place, codec } = column;
  if (['id-list', 'text-list', 'any-text'].includes(codec.comparison)) return null;
  const isEquality = operator === 'equals' || operator === 'notEquals';
  if (isEquality && value === null)
    return operator === 'equals' ? (values) => isNull(values[place]) : (values) => !isNull(values[place]);
  const target = { name: field, comparison: codec.comparison };
  requireFit(operator, target);
  if (value === null) return () => false;
  const matchesNull = operator === 'in' && Array.isArray(value) && value.includes(null);
  const test = testOf(target, { operator, field, value });
  return (values) => {
    const found = values[place];
    return isNull(found) ? matchesNull : test(found);
  };
}

function isNull(value: SqlValue | undefined): value is null | undefined {
  return value === null || value === undefined;
}

function testOf(target: Compared, { operator, field, value }: Condition): Test {
  switch (operator) {
    case 'in':
      if (!Array.isArray(value)) throw problems.value(field, 'a list of values');
      return anyOf(
        target,
        value.filter((element) => element !== null),
      );
    case 'like':
      return like(pattern(target, value));
    case 'notLike': {
      const matches = like(pattern(target, value));
      return (found) => !matches(found);
    }
    case 'ilike':
      return ilike(pattern(target, value));
    case 'startsWith': {
      const prefix = pattern(target, value);
      return (found) => String(found).startsWith(prefix);
    }
    case 'onOrAfter':
      return compare(target, 'gte', scalar(target, value));
    case 'onOrBefore': {
      const single = scalar(target, value);
      const isDay = typeof single === 'string' && single.length <= 10;
      return target.comparison === 'datetime' && isDay
        ? compareDay('lte', instantOf(target, single))
        : compare(target, 'lte', single);
    }
    default:
      return compare(target, operator, scalar(target, value));
  }
}

function compare(target: Compared, operator: string, value: string | number | boolean): Test {
  if (target.comparison === 'date') return compareDay(operator, instantOf(target, value));
  const wanted = comparable(target, value);
  if (target.comparison === 'id' && operator !== 'equals' && operator !== 'notEquals')
    return compareIds(operator, wanted);
  switch (operator) {
    case 'equals':
      return (found) => found === wanted;
    case 'notEquals':
      return (found) => found !== wanted;
    case 'gt':
      return (found) => found > wanted;
    case 'gte':
      return (found) => found >= wanted;
    case 'lt':
      return (found) => found < wanted;
    case 'lte':
      return (found) => found <= wanted;
    default:
      throw problems.operator(operator, target.name);
  }
}

/** Numbers are compared with numbers, texts with texts by code point. */
function compareIds(operator: string, wanted: string | number): Test {
  const difference = (found: Value): number =>
    (typeof found === 'number' || typeof found === 'string') && typeof found === typeof wanted
      ? orderOfIds(found, wanted)
      : NaN;
  switch (operator) {
    case 'gt':
      return (found) => difference(found) > 0;
    case 'gte':
      return (found) => difference(found) >= 0;
    case 'lt':
      return (found) => difference(found) < 0;
    default:
      return (found) => difference(found) <= 0;
  }
}

/** Any time of day stands for its whole UTC day. */
function compareDay(operator: string, instant: number): Test {
  const wanted = startOfDay(instant);
  const dayOf = (found: Value): number => startOfDay(Number(found));
  switch (operator) {
    case 'equals':
      return (found) => dayOf(found) === wanted;
    case 'notEquals':
      return (found) => dayOf(found) !== wanted;
    case 'gt':
      return (found) => dayOf(found) > wanted;
    case 'gte':
      return (found) => dayOf(found) >= wanted;
    case 'lt':
      return (found) => dayOf(found) < wanted;
    default:
      return (found) => dayOf(found) <= wanted;
  }
}

function anyOf(target: Compared, values: readonly (string | number | boolean)[]): Test {
  if (target.comparison === 'date') {
    const days = new Set(values.map((value) => startOfDay(instantOf(target, value))));
    return (found) => days.has(startOfDay(Number(found)));
  }
  const wanted = new Set<SqlValue>(values.map((value) => comparable(target, value)));
  return (found) => wanted.has(found);
}

function like(text: string): Test {
  const characters = Array.from(text);
  return (found) => matchesPattern(characters, Array.from(String(found)));
}

/** SQLite's LIKE folds A to Z alone, where the pattern has no other letters. */
function ilike(text: string): Test {
  const fold = isAscii(text) ? foldAscii : foldCase;
  const characters = fold(text);
  return (found) => matchesPattern(characters, fold(String(found)));
}

function foldAscii(text: string): string[] {
  return Array.from(text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
}
