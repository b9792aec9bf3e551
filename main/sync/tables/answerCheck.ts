import type { Comparison } from '../../store/query/columns.ts';
import { compileWhere } from '../../store/query/compile.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { QueryProblem } from '../../store/query/problems.ts';
import { makeStatements } from '../../store/query/statements.ts';
import type { Table } from '../../store/query/tables.ts';
import { comparableInstant } from '../../store/query/values.ts';
import { dayMs } from '../../../preload/contract/days.ts';
import { isJsonObject } from '../../../preload/contract/json.ts';
import {
  allOf,
  conjunctsOf,
  isGroup,
  type Condition,
  type Filter,
  type SortKey,
} from '../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { resolveField } from '../../../preload/contract/resources/fieldValue.ts';
import { splitMember } from '../../../preload/contract/resources/memberFields.ts';
import type { SyncSubject } from '../proof/types.ts';
import { cachedFields, cacheTable } from '../../store/records/resourceTables.ts';

/**
 * Answers of the service held against what was asked. What is not certain is not said: services may ignore case, compare ids as texts, take a
 * time of day for its day, and have an order of their own for texts, equal values and records without one.
 */

/** Of records that came for a filter, those that do not match it here: `unmatched` for certain, `unclear` where the service may read it otherwise. */
interface Mismatch {
  readonly unmatched: number;
  readonly unclear: number;
}

const none: Mismatch = { unmatched: 0, unclear: 0 };

/** Returns what tells how many of these rows do not match a filter. */
export function countsUnmatched(
  database: SqlDatabase,
): (subject: SyncSubject, keys: readonly number[]) => Mismatch {
  const statements = makeStatements(database);

  /** The rows among these that do not match, and have a value for each of these conditions. */
  function failing(
    keys: readonly unknown[],
    table: Table,
    filter: Filter,
    known: readonly Condition[],
  ): unknown[] {
    const { where, parameters } = compileWhere(table, filter, cachedFields(database));
    const have = known.map(({ field }) => ` AND r.${table.column.get(field)?.sql ?? ''} IS NOT NULL`);
    return statements
      .values(
        `SELECT r._key FROM json_each(:keys) k CROSS JOIN ${table.name} r ON r._key = k.value
         WHERE (${where}) IS NOT TRUE${[...new Set(have)].join('')}`,
      )
      .all({ ...parameters, keys: JSON.stringify(keys) });
  }

  return ({ resource, filter }, keys) => {
    if (filter === undefined) return none;
    const table = cacheTable(resources[resource]);
    try {
      const differing = failing(keys, table, filter, []);
      // What contradicts a part contradicts all of it.
      const parts = conjunctsOf(filter).filter((part) =>
        conditionsOf(part).every((one) => isCertain(table, one)),
      );
      const certain = allOf(parts);
      if (certain === undefined) return { ...none, unclear: differing.length };
      const conditions = conditionsOf(certain);
      const inCase = failing(differing, table, certain, conditions);
      const anyCase = { ...table, columnSql: inLowerCase };
      const unmatched = failing(inCase, anyCase, lowerCase(certain), conditions).length;
      return { unmatched, unclear: differing.length - unmatched };
    } catch (error) {
      if (error instanceof QueryProblem) return none;
      throw error;
    }
  };
}

/** Operators whose result every service must have, by what they compare. */
const certainOperators: Partial<Record<Comparison, RegExp>> = {
  number: /./,
  boolean: /./,
  date: /./,
  id: /^(equals|notEquals|in)$/,
  text: /^(equals|notEquals|in|startsWith|like|notLike|ilike)$/,
  'id-list': /^includes$/,
  'text-list': /^includes$/,
};

function isCertain(table: Table, { field, operator, value }: Condition): boolean {
  const comparison = table.column.get(field)?.codec.comparison;
  if (comparison === undefined || certainOperators[comparison]?.test(operator) !== true) return false;
  const texts = [value].flat().filter((one) => typeof one === 'string');
  if (comparison === 'date') return texts.every((text) => text.length <= '2026-01-05'.length);
  return !/like/i.test(operator) || texts.every((text) => !text.includes('_'));
}

function conditionsOf(filter: Filter): Condition[] {
  return isGroup(filter) ? filter.filters.flatMap(conditionsOf) : [filter];
}

function inLowerCase({ sql, codec }: Parameters<NonNullable<Table['columnSql']>>[0]): string | null {
  return codec.comparison === 'number' ? null : `iif(typeof(r.${sql}) = 'text', lower(r.${sql}), r.${sql})`;
}

/** The same filter with its texts in lower case, A to Z alone, as SQLite does it. */
function lowerCase(filter: Filter): Filter {
  const lower = <Of>(value: Of): Of | string =>
    typeof value === 'string' ? value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : value;
  if (isGroup(filter)) return { ...filter, filters: filter.filters.map(lowerCase) };
  const { value } = filter;
  return { ...filter, value: Array.isArray(value) ? value.map(lower) : lower(value) };
}

/** True where each value that the filter lists has a record among these: a service may read only the first of them. */
export function hasAllValues(
  resource: ResourceName,
  filter: Filter | undefined,
  records: readonly ResourceRecord[],
): boolean {
  const spelled = (value: unknown): string => String(value).toLowerCase();
  return (filter === undefined ? [] : conditionsOf(filter)).every(({ field, operator, value }) => {
    if (operator !== 'in' || !Array.isArray(value)) return true;
    const came = new Set(
      records.flatMap((record) => [resolveField(resources[resource], record, field)].flat().map(spelled)),
    );
    return value.every((one) => came.has(spelled(one)));
  });
}

/** True where two numbers of these records, or two instants a day apart, stand in another order than by the field. */
export function isInOtherOrder(
  resource: ResourceName,
  records: readonly ResourceRecord[],
  { field, direction }: SortKey,
): boolean {
  const { base, member } = splitMember(field);
  const sign = direction === 'asc' ? 1 : -1;
  let last = -Infinity;
  return records.some((record) => {
    const value = resolveField(resources[resource], record, base);
    const found = isJsonObject(value) ? value[member ?? 'val'] : value;
    const isNumber = typeof found === 'number';
    const rank = isNumber ? found : comparableInstant(found);
    if (rank === null) return false;
    const behind = last - sign * rank;
    last = Math.max(last, sign * rank);
    return isNumber ? behind > 0 : behind >= dayMs;
  });
}
