import { fieldsOf, type Filter, type Query, type Sort } from '../../../preload/contract/query.ts';
import {
  aggregateFunctions,
  aggregateIntervals,
  aggregateModes,
  groupKeys,
  type AggregateFunction,
  type AggregateInterval,
  type AggregateMode,
  type GroupType,
} from './aggregateTerms.ts';
import { maxPerPage } from '../../store/query/compile.ts';
import { problems, QueryProblem } from '../../store/query/problems.ts';

/** The two resources that have aggregates. */
export type AggregateKind = 'assets' | 'tokens';

/** One value for each group, or a series of points. */
export type AggregateShape = 'value' | 'points';

/** A query on aggregates with every default filled in. */
export interface AggregatePlan {
  readonly kind: AggregateKind;
  readonly shape: AggregateShape;
  readonly filter: Filter | undefined;
  readonly groupBy: string;
  readonly groupType: GroupType;
  readonly aggregateFunction: AggregateFunction;
  readonly interval: AggregateInterval;
  readonly mode: AggregateMode;
  readonly sort: Sort;
  readonly page: number;
  readonly perPage: number;
}

/** Throws a `QueryProblem` that names the member which is wrong. */
export function planAggregate(kind: AggregateKind, shape: AggregateShape, query: Query): AggregatePlan {
  const { aggregate = {}, filter, pagination } = query;
  if (
    shape === 'points' &&
    !fieldsOf(filter).some((name) => name === 'measure_slug' || name === 'measure_id')
  ) {
    throw new QueryProblem("A timeseries needs a filter on 'measure_slug' or 'measure_id'");
  }
  const groupBy = aggregate.groupBy ?? 'date';
  const keys = groupKeys(kind);
  const groupType = Object.hasOwn(keys, groupBy) ? keys[groupBy] : undefined;
  if (groupType === undefined)
    throw problems.member('aggregate.groupBy', `one of ${Object.keys(keys).join(', ')}`);
  return {
    kind,
    shape,
    filter,
    groupBy,
    groupType,
    aggregateFunction: oneOf('aggregateFunction', aggregateFunctions, aggregate.aggregateFunction ?? 'sum'),
    interval: oneOf('interval', aggregateIntervals, aggregate.interval ?? 'day'),
    mode: oneOf('mode', aggregateModes, aggregate.mode ?? 'stock'),
    sort: checkSort(shape, groupBy, query.sort),
    page: pagination?.page ?? 1,
    perPage: Math.min(pagination?.perPage ?? 25, maxPerPage),
  };
}

function oneOf<Word extends string>(member: string, words: readonly Word[], given: string): Word {
  const word = words.find((candidate) => candidate === given);
  if (word === undefined) throw problems.member(`aggregate.${member}`, `one of ${words.join(', ')}`);
  return word;
}

/** What results are sorted by beside their group, which is named as `groupBy` names it. */
export const aggregateSorts: Readonly<Record<AggregateShape, readonly string[]>> = {
  value: ['date', 'value'],
  points: ['date'],
};

/** Rule: service notes, "Aggregates and timeseries": `date` orders points, whatever they are grouped by. */
function checkSort(shape: AggregateShape, groupBy: string, sort: Sort | undefined): Sort {
  if (sort === undefined) return defaultAggregateSort;
  if (sort.field !== groupBy && !aggregateSorts[shape].includes(sort.field)) {
    throw problems.unknownSortField(sort.field);
  }
  return sort;
}

export const defaultAggregateSort: Sort = { field: 'date', direction: 'asc' };
