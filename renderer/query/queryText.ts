import { isJsonObject } from '../../preload/contract/json.ts';
import { type Query } from '../../preload/contract/query.ts';
import { querySchema } from '../../preload/contract/querySchema.ts';
import type { TextProblem } from '../ui/code/textProblem.ts';
import { readJson, spanOf, type JsonPath } from './jsonPositions.ts';

export interface QueryReading {
  /** Null for text that the builder cannot show. */
  readonly query: Query | null;
  readonly problems: readonly TextProblem[];
}

export function parseQueryText(text: string): QueryReading {
  if (text.trim() === '') return { query: {}, problems: [] };
  const reading = readJson(text);
  if (!reading.ok) return { query: null, problems: [{ message: reading.message, ...reading.at }] };
  const read = querySchema.safeParse(reading.value);
  if (read.success) return { query: read.data, problems: [] };
  const found = queryIssues(reading.value);
  const issues =
    found.length > 0
      ? found
      : read.error.issues.map(({ path, message }): QueryIssue => ({
          path: path.filter(isPart),
          message: `${message}.`,
        }));
  return {
    query: null,
    problems: issues.map(({ path, message, at }) => ({ message, ...spanOf(reading.root, path, at) })),
  };
}

interface QueryIssue {
  readonly path: JsonPath;
  readonly message: string;
  readonly at?: 'name';
}

const members = ['filter', 'sort', 'pagination', 'aggregate'];
const memberParts: Readonly<Record<string, readonly string[]>> = {
  sort: ['field', 'direction', 'thenBy'],
  pagination: ['page', 'perPage'],
};

function queryIssues(value: unknown): QueryIssue[] {
  if (!isJsonObject(value)) return [{ path: [], message: 'A query is an object in braces.' }];
  return [
    ...unknownNames(value, members, [], 'A query'),
    ...('filter' in value ? filterIssues(value['filter'], ['filter'], 0) : []),
    ...['sort', 'pagination', 'aggregate'].flatMap((name) => {
      const member = value[name];
      if (member === undefined) return [];
      if (!isJsonObject(member)) return [{ path: [name], message: `“${name}” is an object in braces.` }];
      return unknownNames(member, memberParts[name] ?? Object.keys(member), [name], `“${name}”`);
    }),
  ];
}

function filterIssues(value: unknown, path: JsonPath, depth: number): QueryIssue[] {
  if (depth > 64) return [{ path, message: 'Groups are nested too deeply.' }];
  if (!isJsonObject(value)) return [{ path, message: 'A filter is an object in braces.' }];
  if ('filters' in value) {
    const { filters, operator } = value;
    const inner: readonly unknown[] | null = Array.isArray(filters) ? filters : null;
    return [
      ...unknownNames(value, ['operator', 'filters'], path, 'A group'),
      ...(operator === undefined || operator === 'and' || operator === 'or'
        ? []
        : [{ path: [...path, 'operator'], message: 'The operator of a group is “and” or “or”.' }]),
      ...(inner === null
        ? [{ path: [...path, 'filters'], message: '“filters” is a list in brackets.' }]
        : inner.flatMap((filter, index) => filterIssues(filter, [...path, 'filters', index], depth + 1))),
    ];
  }
  const { field, operator, value: wanted } = value;
  return [
    ...unknownNames(value, ['field', 'operator', 'value'], path, 'A condition'),
    ...(['field', 'operator', 'value'] as const)
      .filter((name) => !(name in value))
      .map((name) => ({ path, message: `“${name}” is missing.` })),
    ...(field === undefined || isName(field)
      ? []
      : [{ path: [...path, 'field'], message: 'A field is the name of one, as a text.' }]),
    ...(operator === undefined || isName(operator)
      ? []
      : [{ path: [...path, 'operator'], message: 'An operator is the name of one, as a text.' }]),
    ...(wanted === undefined || isConditionValue(wanted)
      ? []
      : [
          {
            path: [...path, 'value'],
            message: 'A value is a text, a number, true, false, null, or a list of these.',
          },
        ]),
  ];
}

function unknownNames(value: object, known: readonly string[], path: JsonPath, what: string): QueryIssue[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: [...path, name], at: 'name', message: `${what} has no member “${name}”.` }));
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isConditionValue(value: unknown): boolean {
  const isScalar = (one: unknown): boolean =>
    one === null || typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean';
  return Array.isArray(value) ? value.every(isScalar) : isScalar(value);
}

function isPart(part: PropertyKey): part is string | number {
  return typeof part !== 'symbol';
}
