import { isJsonObject } from '../../../preload/contract/json.ts';
import {
  aggregateMembers,
  countText,
  maxFilterDepth,
  type Aggregate,
  type Condition,
  type ConditionValue,
  type Filter,
  type Pagination,
  type Query,
  type Scalar,
  type Sort,
} from '../../../preload/contract/query.ts';
import { problems } from './problems.ts';

/** Maximum conditions of a filter. In the worst case each is tested on every record. */
const maxConditions = 500;

/**
 * Parses a query object. Throws a `QueryProblem` that names the wrong member. Ignores unknown members
 * (assumed, as for parameters beside `query`), except in filters.
 */
export function parseQuery(value: unknown): Query {
  if (!isJsonObject(value)) throw problems.member('query', 'a JSON object');
  const query: Query = {};
  for (const [name, member] of Object.entries<unknown>(value)) {
    if (name === 'filter') query.filter = parseFilter(member);
    else if (name === 'sort') query.sort = parseSort(member);
    else if (name === 'pagination') query.pagination = parsePagination(member);
    else if (name === 'aggregate') query.aggregate = parseAggregate(member);
  }
  return query;
}

export function parseFilter(value: unknown): Filter {
  let level: unknown[] = [value];
  let conditions = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxFilterDepth) throw problems.tooDeep(maxFilterDepth);
    level = level.flatMap((filter): unknown[] => {
      if (!isJsonObject(filter)) throw problems.filterFormat();
      const { filters } = filter;
      if (Array.isArray(filters)) return filters;
      conditions += 1;
      return [];
    });
    if (conditions > maxConditions || level.length > maxConditions)
      throw problems.tooManyConditions(maxConditions);
  }
  return readFilter(value);
}

function readFilter(value: unknown): Filter {
  if (!isJsonObject(value)) throw problems.filterFormat();
  const { filters, operator, ...others }: Readonly<Record<string, unknown>> = value;
  if (!('filters' in value)) return readCondition(value);
  if (!Array.isArray(filters)) throw problems.filterFormat();
  if (operator !== undefined && operator !== 'and' && operator !== 'or') throw problems.filterFormat();
  if (Object.keys(others).length > 0) throw problems.filterFormat();
  const read = filters.map(readFilter);
  return operator === undefined ? { filters: read } : { operator, filters: read };
}

function readCondition(condition: Readonly<Record<string, unknown>>): Condition {
  const { operator, field, value, ...others } = condition;
  if (typeof operator !== 'string' || typeof field !== 'string') throw problems.filterFormat();
  if (operator === '' || field === '' || Object.keys(others).length > 0) throw problems.filterFormat();
  if (!isConditionValue(value))
    throw problems.value(field, 'a text, a number, true, false, null or a list of these');
  return { operator, field, value };
}

function isConditionValue(value: unknown): value is ConditionValue {
  return Array.isArray(value) ? value.every(isScalar) : isScalar(value);
}

function isScalar(value: unknown): value is Scalar {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  );
}

function parseSort(value: unknown): Sort {
  if (!isJsonObject(value)) throw problems.member('sort', 'an object with field and direction');
  const { field, direction = 'asc' }: Readonly<Record<string, unknown>> = value;
  if (typeof field !== 'string' || field === '') throw problems.member('sort.field', 'the name of a field');
  if (direction !== 'asc' && direction !== 'desc') throw problems.member('sort.direction', "'asc' or 'desc'");
  return { field, direction };
}

function parsePagination(value: unknown): Pagination {
  if (!isJsonObject(value)) throw problems.member('pagination', 'an object with page and perPage');
  const { page, perPage }: Readonly<Record<string, unknown>> = value;
  return {
    ...(page === undefined ? {} : { page: readCount('pagination.page', page) }),
    ...(perPage === undefined ? {} : { perPage: readCount('pagination.perPage', perPage) }),
  };
}

function readCount(member: string, value: unknown): number {
  const count = typeof value === 'string' && countText.test(value) ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1) {
    throw problems.member(member, 'a whole number from 1');
  }
  return count;
}

function parseAggregate(value: unknown): Aggregate {
  if (!isJsonObject(value)) throw problems.member('aggregate', 'an object');
  const aggregate: Partial<Record<(typeof aggregateMembers)[number], string>> = {};
  for (const name of aggregateMembers) {
    const { [name]: member }: Readonly<Record<string, unknown>> = value;
    if (member === undefined) continue;
    if (typeof member !== 'string') throw problems.member(`aggregate.${name}`, 'a text');
    aggregate[name] = member;
  }
  return aggregate;
}
