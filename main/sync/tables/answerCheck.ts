import type { Comparison } from '../../store/query/columns.ts';
import { compileWhere, type CompiledFilter } from '../../store/query/compile.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { QueryProblem } from '../../store/query/problems.ts';
import { makeStatements } from '../../store/query/statements.ts';
import type { Table } from '../../store/query/tables.ts';
import { comparableInstant } from '../../store/query/values.ts';
import { dayMs } from '../../../preload/contract/days.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { isJsonObject } from '../../../preload/contract/json.ts';
import {
  allOf,
  conjunctsOf,
  fieldsOf,
  isGroup,
  type Condition,
  type ConditionValue,
  type Filter,
  type SortKey,
} from '../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { resolveField } from '../../../preload/contract/resources/fieldValue.ts';
import { splitMember } from '../../../preload/contract/resources/memberFields.ts';
import { filterSchema } from '../../../preload/contract/querySchema.ts';
import type { Evidence } from '../proof/evidence.ts';
import type { SyncSubject } from '../proof/types.ts';
import type { ListAnswer } from '../../store/records/listAnswer.ts';
import { cachedFields, cacheTable } from '../../store/records/resourceTables.ts';

/**
 * Compares answers of the service with the query. It reports only certain differences: services may ignore
 * case, compare ids as texts, take a time for its day, and order texts, equal values and records without one
 * in their own way.
 */

/**
 * Records that do not match the filter: `unmatched` certainly, `unclear` if the service may read it
 * otherwise.
 */
interface Mismatch {
  readonly unmatched: number;
  readonly unclear: number;
}

const none: Mismatch = { unmatched: 0, unclear: 0 };

export function countsUnmatched(
  database: SqlDatabase,
): (subject: SyncSubject, keys: readonly number[]) => Mismatch {
  const statements = makeStatements(database);

  function failing(keys: readonly unknown[], table: Table, filter: Filter): unknown[] {
    const { where, parameters } = compileWhere(table, filter, cachedFields(database));
    return statements
      .values(
        `SELECT r._key FROM json_each(:keys) k CROSS JOIN ${table.name} r ON r._key = k.value
         WHERE (${where}) IS NOT TRUE`,
      )
      .all({ ...parameters, keys: JSON.stringify(keys) });
  }

  function failingForCertain(keys: readonly unknown[], table: Table, filter: Filter): unknown[] {
    // A record that contradicts a part contradicts the whole filter.
    const parts = conjunctsOf(filter).filter((part) =>
      conditionsOf(part).every((one) => isCertain(table, one)),
    );
    const certain = allOf(parts);
    if (certain === undefined) return [];
    const known = conditionsOf(certain).map((one) => hasValue(table, one));
    const lacking = new Set(failing(keys, table, { operator: 'and', filters: known }));
    const having = keys.filter((key) => !lacking.has(key));
    const inCase = failing(having, table, certain);
    return failing(inCase, { ...table, columnSql: inLowerCase }, lowerCase(table, certain));
  }

  return ({ resource, filter }, keys) => {
    if (filter === undefined) return none;
    const table = cacheTable(resources[resource]);
    try {
      const differing = failing(keys, table, filter);
      const unmatched = differing.length === 0 ? 0 : failingForCertain(differing, table, filter).length;
      return { unmatched, unclear: differing.length - unmatched };
    } catch (error) {
      if (error instanceof QueryProblem) return none;
      throw error;
    }
  };
}

/** Operators whose result is the same at every service, by what they compare. */
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
  if (comparison === undefined) return table.field.has(field) ? false : kindOf(operator, value) !== null;
  if (certainOperators[comparison]?.test(operator) !== true) return false;
  const texts = [value].flat().filter((one) => typeof one === 'string');
  if (comparison === 'date') return texts.every((text) => text.length <= '2026-01-05'.length);
  return !/like/i.test(operator) || texts.every((text) => !text.includes('_'));
}

/**
 * The kind of values that every service compares alike in a field without a column; null if there is none.
 * Texts that begin with a letter have one spelling, figures and dates several.
 */
function kindOf(operator: string, value: ConditionValue): 'number' | 'boolean' | 'text' | null {
  const values = [value].flat();
  const isEquality = /^(equals|notEquals|in)$/.test(operator);
  if (values.every((one) => typeof one === 'number'))
    return isEquality || /^[gl]te?$/.test(operator) ? 'number' : null;
  if (!isEquality) return null;
  if (values.every((one) => typeof one === 'boolean')) return 'boolean';
  return values.every(isWord) ? 'text' : null;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^\p{L}/u.test(value);
}

/** Matches records with a value to which the condition applies. */
function hasValue(table: Table, { field, operator, value }: Condition): Condition {
  if (table.column.has(field)) return { field, operator: 'notEquals', value: null };
  const kind = kindOf(operator, value);
  if (kind === 'number') return { field, operator: 'lte', value: Number.MAX_VALUE };
  if (kind === 'boolean') return { field, operator: 'in', value: [true, false] };
  return { field, operator: 'ilike', value: '%' };
}

function conditionsOf(filter: Filter): Condition[] {
  return isGroup(filter) ? filter.filters.flatMap(conditionsOf) : [filter];
}

function inLowerCase({ sql, codec }: Parameters<NonNullable<Table['columnSql']>>[0]): string | null {
  return codec.comparison === 'number' ? null : `iif(typeof(r.${sql}) = 'text', lower(r.${sql}), r.${sql})`;
}

/**
 * Lowercases A to Z in the filter’s texts, as SQLite does; conditions on fields without a column ignore case.
 */
function lowerCase(table: Table, filter: Filter): Filter {
  const lower = <Of>(value: Of): Of | string =>
    typeof value === 'string' ? value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : value;
  if (isGroup(filter)) return { ...filter, filters: filter.filters.map((part) => lowerCase(table, part)) };
  const { field, operator, value } = filter;
  if (!table.column.has(field) && operator !== 'notEquals' && kindOf(operator, value) === 'text')
    return {
      operator: 'or',
      filters: [value].flat().map((text) => ({ field, operator: 'ilike', value: text })),
    };
  return { ...filter, value: Array.isArray(value) ? value.map(lower) : lower(value) };
}

/**
 * True if each value and alternative of the filter has a record among these: a service may read only the
 * first of them. Alternatives other than values are not known.
 */
export function hasAllValues(
  resource: ResourceName,
  filter: Filter | undefined,
  records: readonly ResourceRecord[],
): boolean {
  const spelled = (value: unknown): string => String(value).toLowerCase();
  const isMet = (part: Filter, isAlternative: boolean): boolean => {
    if (isGroup(part))
      return part.filters.every((one) => isMet(one, isAlternative || part.operator === 'or'));
    const { field, operator, value } = part;
    if (operator !== 'in' && !(isAlternative && operator === 'equals')) return !isAlternative;
    const came = new Set(
      records.flatMap((record) => [resolveField(resources[resource], record, field)].flat().map(spelled)),
    );
    return [value].flat().every((one) => came.has(spelled(one)));
  };
  return filter === undefined || isMet(filter, false);
}

/** True if two numbers, two texts, or two instants a day apart are not in the order of the field. */
export function isInOtherOrder(
  resource: ResourceName,
  records: readonly ResourceRecord[],
  { field, direction }: SortKey,
): boolean {
  const { base, member } = splitMember(field);
  const sign = direction === 'asc' ? 1 : -1;
  let last = -Infinity;
  let lastText: unknown;
  return records.some((record) => {
    const value = resolveField(resources[resource], record, base);
    const found = isJsonObject(value) ? value[member ?? 'val'] : value;
    const isNumber = typeof found === 'number';
    const rank = isNumber ? found : comparableInstant(found);
    if (rank === null) {
      const before = lastText;
      if (typeof found === 'string') lastText = found;
      return isWord(before) && isWord(found) && sign * orderOfTexts(before, found) > 0;
    }
    const behind = last - sign * rank;
    last = Math.max(last, sign * rank);
    return isNumber ? behind > 0 : behind >= dayMs;
  });
}

/** Compares two texts if every collation agrees; otherwise returns 0. */
function orderOfTexts(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [first = '', second = ''] = [a, b].map((text) => /^(\d+|[a-z]|[A-Z])/.exec(text.slice(at))?.[0]);
  const isOneKind = [/^[a-z]$/, /^[A-Z]$/, /^\d+$/].some((kind) => kind.test(first) && kind.test(second));
  if (!isOneKind || first.length !== second.length) return 0;
  return first < second ? -1 : 1;
}

/** Fields unknown to the catalogue are allowed, because the service accepted the filter. */
export function filtered(database: SqlDatabase, { resource, filter }: SyncSubject): CompiledFilter {
  try {
    return compileWhere(cacheTable(resources[resource]), filter, cachedFields(database));
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error;
    const message = 'This filter cannot be synced: it cannot run on the cached records.';
    throw new FailureError({ code: 'bad-query', message, detail: error.message }, { cause: error });
  }
}

/** What an answer says against being all of a list. */
export function denialOf(
  { saysMore, applied }: Pick<ListAnswer, 'saysMore' | 'applied'>,
  isFiltered: boolean,
): Evidence['denial'] {
  if (saysMore) return 'more';
  const filter = filterSchema.safeParse(applied.filter);
  return !isFiltered && filter.success && fieldsOf(filter.data).length > 0 ? 'filter' : 'none';
}
