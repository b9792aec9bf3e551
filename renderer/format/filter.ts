import { isEverything, type Condition, type Filter, type Scalar } from '../../preload/contract/query.ts';
import type { Field, Resource } from '../../preload/contract/resources/types.ts';
import { fullFigure } from './numbers.ts';
import { labelOfName } from './text.ts';

const operatorWords: Readonly<Record<string, string>> = {
  equals: '=',
  notEquals: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  like: 'like',
  notLike: 'not like',
  ilike: 'contains',
  startsWith: 'starts with',
  in: 'is one of',
  includes: 'includes',
  onOrAfter: 'on or after',
  onOrBefore: 'on or before',
};

/** An operator as it stands between a field and a value. One the app does not know is written as it is. */
export function operatorWord(operator: string): string {
  return operatorWords[operator] ?? operator;
}

/** A filter in words, for a pill: `Asset id = 51`. Operators the app does not know are written as they are. */
export function describeFilter(filter: Filter, resource: Resource): string {
  if (!('filters' in filter)) return describeCondition(filter, resource);
  if (filter.filters.length === 0) return isEverything(filter) ? 'anything' : 'nothing';
  const parts = filter.filters.map((part) => {
    const words = describeFilter(part, resource);
    return 'filters' in part && part.filters.length > 1 ? `(${words})` : words;
  });
  return parts.join(` ${filter.operator ?? 'and'} `);
}

function describeCondition({ field, operator, value }: Condition, resource: Resource): string {
  const known = resource.fields.find(({ name }) => name === field);
  const label = known?.label ?? labelOfName(field);
  const describeScalar = (one: Scalar): string => scalarWords(one, known?.unit);
  if (operator === 'equals' && value === null) return `${label} is empty`;
  if (operator === 'notEquals' && value === null) return `${label} is not empty`;
  const text = Array.isArray(value) ? describeList(value.map(describeScalar)) : describeScalar(value);
  const shown = operator === 'ilike' ? text.replace(/^%|%$/g, '') : text;
  return `${label} ${operatorWord(operator)} ${shown}`;
}

/** More values than these are counted. */
const shownValues = 3;

function describeList(values: readonly string[]): string {
  const shown = values.slice(0, shownValues).join(', ');
  const more = values.length - shownValues;
  return more > 0 ? `${shown} and ${more.toString()} more` : shown;
}

/** Only figures have a unit; identifiers stay as they are. */
function scalarWords(value: Scalar, unit: Field['unit']): string {
  if (typeof value === 'number' && unit !== undefined) return fullFigure(value, { unit });
  return value === null ? 'empty' : String(value);
}
