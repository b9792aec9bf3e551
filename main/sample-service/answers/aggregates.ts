import type Database from 'better-sqlite3';
import { dayText } from '../../../preload/contract/days.ts';
import { startOfNextPeriod, startOfPeriod } from '../../../preload/contract/periods.ts';
import { fieldsOf, isGroup, type Filter, type Query, type Sort } from '../../../preload/contract/query.ts';
import {
  aggregateFunctions,
  aggregateGroupKeys,
  aggregateIntervals,
  aggregateModes,
  refusedInTimeseries,
} from '../../../preload/contract/resources/aggregates.ts';
import { lostBy } from '../../../preload/contract/sum.ts';
import { once } from '../../platform/once.ts';
import { maxPerPage } from '../../store/query/compile.ts';
import { problems, QueryProblem } from '../../store/query/problems.ts';
import { makeBoundedMap } from '../../store/query/statements.ts';
import type { Histories } from '../data/histories.ts';
import { round } from '../data/random.ts';
import { makeTokenSeries, type Measure, type Series, type TokenSeries } from '../data/series.ts';
import { historyDays, type SampleAsset, type SampleToken } from '../data/world.ts';
import { makeAggregateTables, type AggregateTables, type Member } from './aggregateTables.ts';

export type AggregateKind = 'assets' | 'tokens';

/** A group has one value, or a series of points. */
export type AggregateShape = 'value' | 'points';

type AggregatePlan = Readonly<ReturnType<typeof planAggregate>>;

/** Group keys, with or without `_id`. `date` makes one group. */
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
type GroupType = (typeof groupTypes)[number];

function planAggregate(kind: AggregateKind, shape: AggregateShape, query: Query) {
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

export type Aggregates = ReturnType<typeof makeAggregates>;

/** Cached answers, up to a megabyte each: they are slow to make and never change. */
const maxEntries = 20;

/** SQL finds the figures; series are joined here. Rule: service notes, "Aggregates and timeseries". */
export function makeAggregates(
  database: Database.Database,
  histories: () => Histories,
  today: number,
  repeatDays: boolean,
) {
  const answers = makeBoundedMap<ReturnType<typeof makeAnswer>>(maxEntries);
  const firstDay = today - historyDays + 1;
  const prepare = once((): Sources => ({
    firstDay,
    tables: makeAggregateTables(database, histories().world, firstDay),
    series: makeTokenSeries(histories(), today, repeatDays),
  }));
  return {
    prepare,
    answer: (kind: AggregateKind, shape: AggregateShape, query: Query): string => {
      const made = answers.get(JSON.stringify([kind, shape, query]), () =>
        makeAnswer(planAggregate(kind, shape, query), prepare()),
      );
      // Rule: service notes, "Aggregates and timeseries": the order of unsorted results changes.
      if (!made.isSorted) made.results.push(...made.results.splice(0, 1));
      return `{"results":[${made.results.join(',')}],${made.echoes}`;
    },
  };
}

interface Sources {
  readonly firstDay: number;
  readonly tables: AggregateTables;
  readonly series: TokenSeries;
}

interface Group {
  readonly measure: Measure;
  readonly label: GroupLabel;
  readonly members: Member[];
}

interface GroupLabel {
  readonly id: string | number | null;
  readonly name: string | null;
  readonly color: string | null;
}

interface Answered extends Omit<Group, 'members'> {
  readonly value: number | null;
}

function makeAnswer(plan: AggregatePlan, sources: Sources) {
  const { page, perPage, groupBy, groupType, aggregateFunction, interval, mode } = plan;
  const { members, days } = splitDays(plan.filter ?? { filters: [] });
  const groups = groupsOf(sources.tables.findMembers(members), groupType);
  const asked = sources.tables.findDays(days);
  const isOnPage = (_: unknown, index: number): boolean => Math.floor(index / perPage) === page - 1;
  let total: number;
  let results: string[];
  if (plan.shape === 'points') {
    const shown = groups.filter((group) => hasPoint(group, sources, asked)).sort(orderOf(plan));
    total = shown.length;
    results = shown.filter(isOnPage).map((group) => {
      const points = [...periodsOf(plan, sources, group, asked, interval)];
      if (plan.sort.field === 'date' && plan.sort.direction === 'desc') points.reverse();
      return resultText(group, groupType, { points: points.map(([day, value]) => [dayText(day), value]) });
    });
  } else {
    const answers = groups.flatMap((group): Answered[] => {
      if (groupType !== 'date') {
        const [whole] = periodsOf(plan, sources, group, asked, 'all');
        return [{ ...group, value: whole?.[1] ?? null }];
      }
      return Array.from(periodsOf(plan, sources, group, asked, interval), ([day, value]) => {
        const label = { id: dayText(day), name: dayText(day), color: null };
        return { measure: group.measure, label, value };
      });
    });
    total = answers.length;
    const shown = answers.sort(orderOf(plan)).filter(isOnPage);
    results = shown.map((answer) => resultText(answer, groupType, { value: answer.value }));
  }
  const echoes = JSON.stringify({
    filter: plan.filter,
    sort: plan.sort,
    aggregate: { groupBy, aggregateFunction, interval, mode },
    pagination: { page, perPage, pageCount: Math.ceil(total / perPage), resultCount: total },
  });
  const isSorted = plan.sort.field !== 'date' || (plan.shape === 'value' && groupType === 'date');
  return { results, echoes: echoes.slice(1), isSorted };
}

function resultText(
  { measure: { id, slug, label: name, unit }, label }: Omit<Group, 'members'>,
  type: GroupType,
  answer: { readonly value: number | null } | { readonly points: readonly unknown[] },
): string {
  // Rule: service notes, "Records": ids of issuers are texts.
  const groupId = type === 'issuer' ? String(label.id) : label.id;
  const group = { id: groupId, type, name: label.name, color: label.color };
  return JSON.stringify({ measure: { id, slug, name, unit }, group, ...answer });
}

const labelOf: Readonly<
  Record<GroupType, (asset: SampleAsset, token: SampleToken, measure: Measure) => GroupLabel>
> = {
  date: () => ({ id: null, name: 'All', color: null }),
  measure: (_asset, _token, { id, label }) => ({ id, name: label, color: null }),
  asset: ({ id, name, assetClass: { color } }) => ({ id, name, color }),
  token: ({ assetClass: { color } }, { id, name }) => ({ id, name, color }),
  asset_class: ({ assetClass }) => assetClass,
  network: (_asset, { network }) => network,
  protocol: (_asset, { platform }) => platform ?? { id: null, name: null, color: null },
  issuer: ({ issuer }) => issuer,
};

function groupsOf(members: readonly Member[], type: GroupType): Group[] {
  const groups = new Map<string, Group>();
  for (const member of members) {
    const label = labelOf[type](member.asset, member.token, member.measure);
    const key = `${member.measure.id.toString()} ${String(label.id)}`;
    const group = groups.get(key) ?? { measure: member.measure, label, members: [] };
    group.members.push(member);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Omits groups without a point. Rule: service notes, "Aggregates and timeseries". */
function hasPoint({ members }: Group, { series, firstDay }: Sources, asked: Uint8Array): boolean {
  const latest = firstDay + asked.lastIndexOf(1);
  return members.some(
    ({ measure, asset, token }) =>
      Math.max(firstDay, token.inceptionDay, asset.inceptionDay + measure.lag) <= latest &&
      series.has(measure, asset, token),
  );
}

/** Sorting points by date does not reverse groups. */
function orderOf({ sort, groupType }: AggregatePlan): (a: Ordered, b: Ordered) => number {
  const isOfPoints = sort.field === 'date' && groupType !== 'date';
  const sign = sort.direction === 'asc' || isOfPoints ? 1 : -1;
  const byGroup = (a: Ordered, b: Ordered): number => compare(a.label.id, b.label.id);
  const byMeasure = (a: Ordered, b: Ordered): number => a.measure.id - b.measure.id;
  if (sort.field !== 'value') {
    return (a, b) => nullsLast(a.label.id, b.label.id) || sign * byGroup(a, b) || byMeasure(a, b);
  }
  return (a, b) => {
    const [first, second] = [a.value ?? null, b.value ?? null];
    return nullsLast(first, second) || sign * compare(first, second) || byGroup(a, b) || byMeasure(a, b);
  };
}

type Ordered = Omit<Group, 'members'> & { readonly value?: number | null };

function nullsLast(a: string | number | null, b: string | number | null): number {
  return Number(a === null) - Number(b === null);
}

/** Null sorts first. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Yields the first day and the value of each period. Rule: service notes, "Aggregates and timeseries":
 * `stock` is the last value of the period, `flow` its total.
 */
function* periodsOf(
  plan: AggregatePlan,
  sources: Sources,
  { members }: Group,
  asked: Uint8Array,
  interval: AggregatePlan['interval'] | 'all',
): Generator<[day: number, value: number | null]> {
  const series = join(plan.aggregateFunction, seriesOf(plan.kind, members, sources), sources.firstDay);
  const values = series?.values ?? [];
  const firstDay = series?.firstDay ?? 0;
  let [start, next] = [NaN, -Infinity];
  let of: number[] = [];
  const answer = (): number | null => {
    if (plan.mode === 'flow') return totalOf(of.filter((value) => !Number.isNaN(value)));
    const last = of.at(-1) ?? NaN;
    return Number.isNaN(last) ? null : last;
  };
  for (const [index, value] of values.entries()) {
    const day = firstDay + index;
    if (asked[day - sources.firstDay] !== 1) continue;
    if (day >= next) {
      if (of.length > 0) yield [start, answer()];
      of = [];
      start = interval === 'all' ? day : startOfPeriod(interval, day);
      next = interval === 'all' ? Infinity : startOfNextPeriod(interval, start);
    }
    of.push(value);
  }
  if (of.length > 0) yield [start, answer()];
}

/** Sums like SQLite (Neumaier); null without values. */
function totalOf(values: readonly number[]): number | null {
  let [sum, error] = [0, 0];
  for (const value of values) {
    const next = sum + value;
    error += lostBy(sum, value, next);
    sum = next;
  }
  return values.length === 0 ? null : sum + error;
}

function* seriesOf(kind: AggregateKind, members: readonly Member[], sources: Sources): Generator<Series> {
  const ofTokens = function* (tokens: readonly Member[]): Generator<Series> {
    for (const { measure, asset, token } of tokens) {
      if (sources.series.has(measure, asset, token)) yield sources.series.make(measure, asset, token);
    }
  };
  if (kind === 'tokens') {
    yield* ofTokens(members);
    return;
  }
  for (const tokens of Map.groupBy(members, ({ asset }) => asset).values()) {
    // All tokens of an asset share a price.
    const isShared = tokens[0]?.measure.steps === null;
    const series = join(isShared ? 'max' : 'sum', ofTokens(tokens), sources.firstDay);
    if (series !== null) yield series;
  }
}

interface Join {
  readonly start: number;
  add(joined: number, value: number): number;
}

const sum: Join = { start: 0, add: (joined, value) => joined + value };
const joins: Readonly<Record<AggregatePlan['aggregateFunction'], Join>> = {
  sum,
  avg: sum,
  min: { start: Infinity, add: Math.min },
  max: { start: -Infinity, add: Math.max },
};

function join(
  by: AggregatePlan['aggregateFunction'],
  all: Iterable<Series>,
  firstDay: number,
): Series | null {
  const { start, add } = joins[by];
  const values = new Float64Array(historyDays).fill(start);
  const counts = new Uint32Array(historyDays);
  for (const series of all) {
    const offset = series.firstDay - firstDay;
    for (let index = 0; index < series.values.length; index += 1) {
      const value = series.values[index] ?? NaN;
      if (Number.isNaN(value)) continue;
      const position = offset + index;
      values[position] = add(values[position] ?? NaN, value);
      counts[position] = (counts[position] ?? 0) + 1;
    }
  }
  const first = counts.findIndex((count) => count > 0);
  if (first < 0) return null;
  const joined = values.subarray(first).map((value, index) => {
    const count = counts[first + index] ?? 0;
    if (count === 0) return NaN;
    const figure = value / (by === 'avg' ? count : 1);
    return round(figure, Math.abs(figure) >= 1 ? 6 : 12);
  });
  return { firstDay: firstDay + first, values: joined };
}

const everything: Filter = { filters: [] };

/** Splits a filter into figures and days, joined by `and`; throws a `QueryProblem` otherwise. */
function splitDays(filter: Filter): { readonly members: Filter; readonly days: Filter } {
  const fields = fieldsOf(filter);
  if (!fields.includes('date')) return { members: filter, days: everything };
  if (fields.every((field) => field === 'date')) return { members: everything, days: filter };
  if (!isGroup(filter) || filter.operator === 'or') {
    throw new QueryProblem("Field 'date' can be joined with other fields by 'and' only");
  }
  const parts = filter.filters.map(splitDays);
  return {
    members: { operator: 'and', filters: parts.map(({ members }) => members) },
    days: { operator: 'and', filters: parts.map(({ days }) => days) },
  };
}
