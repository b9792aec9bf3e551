import { isGroup, type Condition, type Filter } from '../../../preload/contract/query.ts';
import type { SqlValue } from './columns.ts';
import { maxValues } from './compile.ts';
import { requireOperator } from './operators.ts';
import { parseFilter } from './parse.ts';
import { problems } from './problems.ts';
import type { NumberRange, Test } from './operatorPredicates.ts';
import type { Column, Table } from './tables.ts';

/** A record's values in the order of `table.columns`, as read: whole numbers are numbers. */
export type Values = readonly SqlValue[];

export type Predicate = (values: Values) => boolean;

/**
 * Compiles a filter to a function of a record's values, for many filters on few records. It agrees with SQL:
 * a comparison with null is false or unknown there, and no group negates, so false stands for both. Returns
 * null if the filter needs the record's body. Throws a `QueryProblem` where SQL would be refused too.
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

function condition(table: Table, part: Condition): Predicate | null {
  const test = compileTest(table, part);
  if (test === null) return null;
  const { column, matchesNull, matches } = test;
  return (values) => {
    const found = values[column.index];
    return isNull(found) ? matchesNull : matches(found);
  };
}

interface ColumnTest {
  readonly column: Column;
  readonly matchesNull: boolean;
  readonly matches: Test;
  readonly span: NumberRange | null;
}

/** Returns null if a condition needs more than a column. Throws a `QueryProblem` if SQL would be refused. */
export function compileTest(table: Table, { operator, field, value }: Condition): ColumnTest | null {
  if (Array.isArray(value) && value.length > maxValues) throw problems.tooManyValues(field, maxValues);
  const column = table.column.get(field);
  if (column === undefined) return null;
  const { comparison } = column.codec;
  if (['id-list', 'text-list', 'any-text'].includes(comparison)) return null;
  if (value === null && (operator === 'equals' || operator === 'notEquals')) {
    const isWanted = operator === 'equals';
    return { column, matchesNull: isWanted, matches: () => !isWanted, span: null };
  }
  const target = { name: field, comparison };
  const { test: makeTest, span: makeSpan } = requireOperator(operator, target);
  if (value === null) return { column, matchesNull: false, matches: () => false, span: null };
  const matches = makeTest?.(target, value);
  const matchesNull = operator === 'in' && Array.isArray(value) && value.includes(null);
  const span = makeSpan?.(target, value) ?? null;
  return matches === undefined ? null : { column, matchesNull, matches, span };
}

function isNull(value: SqlValue | undefined): value is null | undefined {
  return value === null || value === undefined;
}
