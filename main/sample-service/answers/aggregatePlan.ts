import { fieldsOf, type Query, type Sort } from '../../../preload/contract/query.ts';
import {
  aggregateFunctions,
  aggregateGroupKeys,
  aggregateIntervals,
  aggregateModes,
  refusedInTimeseries,
} from '../../../preload/contract/resources/aggregates.ts';
import { maxPerPage } from '../../store/query/compile.ts';
import { problems, QueryProblem } from '../../store/query/problems.ts';

/** The two resources that have aggregates. */
export type AggregateKind = 'assets' | 'tokens';

/** One value for each group, or a series of points. */
export type AggregateShape = 'value' | 'points';

/** A query on aggregates with every default filled in. */
export type AggregatePlan = Readonly<ReturnType<typeof planAggregate>>;

/** What figures can be grouped by, each by its name or by its id. `date` puts them all in one group. */
const groupTypes = [
  'date',
  'measure',
  'asset',
  'token',
  'asset_class',
  'network',
  'protocol',
  'issuer',
] as const;
export type GroupType = (typeof groupTypes)[number];

/** Throws a `QueryProblem` that names the member which is wrong. */
export function planAggregate(kind: AggregateKind, shape: AggregateShape, query: Query) {
  const { aggregate = {}, filter, pagination } = query;
  if (
    shape === 'points' &&
    !fieldsOf(filter).some((name) => name === 'measure_slug' || name === 'measure_id')
  ) {
    throw new QueryProblem("A timeseries needs a filter on 'measure_slug' or 'measure_id'");
  }
  const refused = fieldsOf(filter).find((name) => refusedInTimeseries[kind].includes(name));
  if (shape === 'points' && refused !== undefined) throw problems.notFilterable(refused);
  const groupBy = oneOf('groupBy', aggregateGroupKeys[kind], aggregate.groupBy ?? 'date');
  return {
    kind,
    shape,
    filter,
    groupBy,
    groupType: groupTypes.find((type) => groupBy === type || groupBy === `${type}_id`) ?? 'date',
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
