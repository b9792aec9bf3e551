import type Database from 'better-sqlite3';
import { z } from 'zod';
import { dayMs, dayNumber } from '../../../preload/contract/days.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { fieldsOf } from '../../../preload/contract/query.ts';
import { aggregateMeasures } from '../../../preload/contract/resources/aggregates.ts';
import { resources } from '../../../preload/contract/resources.ts';
import type { Series, TimeseriesAnswer } from '../../../preload/contract/aggregates.ts';
import { planAggregate, type AggregatePlan } from '../query/aggregatePlan.ts';
import { daysTable, groupColumns, membersTable } from '../query/aggregateTables.ts';
import { compileWhere } from '../query/compile.ts';
import { readRemainders } from '../query/exact.ts';
import { compileMatch } from '../query/match.ts';
import { startOfPeriod } from '../../../preload/contract/periods.ts';
import { splitDays } from '../query/splitDays.ts';
import { knownDays } from '../history/historyTables.ts';
import { makeBoundedMap } from '../query/statements.ts';
import type { Completeness } from './completeness.ts';
import type { AggregateRequest } from './localAggregates.ts';
import { approximateNotes, measuresOfFilter, describeGroup } from './localMeasures.ts';
import { localMembers } from './localMembers.ts';
import { isMoved, makeMovements, type Movements } from './movedFigures.ts';
import { cacheTable } from './resourceTables.ts';
import { readSeenValues, seenReader, type LookedDays, type SeenRecord } from './seenValues.ts';
import { sumDays, type DaySum, type FigureReader, type SummedMember } from './sumDays.ts';

/** A timeseries from what this computer has seen. */
export interface LocalSeries extends Omit<TimeseriesAnswer, 'provenance'> {
  /** When the oldest of the tokens was last fetched; null where there are none. */
  readonly oldestFetchedAt: number | null;
  /** Tokens in the cache. */
  readonly cachedRecords: number;
  /** What of the figures is not exact, in sentences. */
  readonly notes: readonly string[];
  /** Days with a figure, and days that the query asks for. */
  readonly seenDays: { readonly seen: number; readonly asked: number };
}

export interface SeriesRequest extends AggregateRequest {
  /** In milliseconds since 1970 UTC. */
  readonly now: number;
}

const idSchema = z.union([z.string(), z.number()]);
const memberSchema = z.object({
  key: z.int(),
  measureId: z.int(),
  measureSlug: z.string(),
  isShared: z.int(),
  id: idSchema.nullable(),
  name: z.string().nullable(),
  color: z.string().nullable(),
  token_id: idSchema,
  asset_id: idSchema.nullable(),
  asset_class_id: idSchema.nullable(),
  network_id: idSchema.nullable(),
  protocol_id: idSchema.nullable(),
  fetchedAt: z.number(),
});
type Member = z.infer<typeof memberSchema>;

/** Days before today in which a query's own bounds are looked for. */
const maxDays = 20 * 366;

/**
 * Makes timeseries of the figures that cached tokens had on the days on which they were seen, and of their transactions on the days
 * of which a finished sync has them all. A day has a figure where that of every token of the group is known: what is not known is left
 * out, never counted as zero. Throws a `QueryProblem` where the query is wrong, and a `FailureError` of code `offline` where nothing
 * can be determined.
 *
 * Rule: service notes, "Aggregates and timeseries".
 */
export function makeLocalSeries(
  database: Database.Database,
  completeness: Completeness,
): (request: SeriesRequest) => LocalSeries {
  const tokens = cacheTable(resources.tokens);
  const assets = cacheTable(resources.assets);
  const hasRests = readRemainders(database);
  const lastVanished = database
    .prepare(`SELECT max(fetched_at) FROM vanished WHERE resource = 'tokens'`)
    .pluck();
  const observedDays = database
    .prepare(
      `SELECT day FROM first_seen WHERE resource = 'tokens'
       UNION SELECT changed_on FROM history WHERE resource = 'tokens'
       UNION SELECT seen_until FROM history WHERE resource = 'tokens'
       UNION SELECT at / ${dayMs.toString()} FROM fetches WHERE key IN (SELECT _fetch FROM ${tokens.name})`,
    )
    .pluck();
  const findMovements = makeMovements(database, completeness);
  const count = database.prepare(`SELECT count(*) FROM ${tokens.name}`).pluck();

  function readMembers(plan: AggregatePlan): Member[] {
    const { id, name, color } = groupColumns[plan.groupType];
    const { members } = splitDays(plan.filter ?? { filters: [] });
    const { where, parameters } = compileWhere(membersTable, members, { openFields: false });
    const rows = database
      .prepare(
        `WITH ${localMembers(tokens, assets, measuresOfFilter(plan.filter))}
         SELECT t._key AS key, r.measure_id AS measureId, r.measure_slug AS measureSlug, r.is_shared AS isShared,
           ${id} AS id, ${name} AS name, ${color} AS color, r.token_id, r.asset_id, r.asset_class_id, r.network_id, r.protocol_id, f.at AS fetchedAt
         FROM aggregates r JOIN ${tokens.name} t ON t.id = r.token_id JOIN fetches f ON f.key = r.fetch WHERE ${where}`,
      )
      .all(parameters);
    return z.array(memberSchema).parse(rows);
  }

  return ({ resource, query, now }) => {
    const plan = planAggregate(resource, 'points', query);
    const cachedRecords = Number(count.get());
    if (cachedRecords === 0) return nothingSeen(plan);
    const today = Math.floor(now / dayMs);
    const members = readMembers(plan);
    const measures = [...new Set(members.map(({ measureSlug }) => measureSlug))];
    const seen = readSeenValues(database, 'tokens', {
      keys: new Set(members.map(({ key }) => key)),
      fields: measures,
    });
    const movements =
      measures.some(isMoved) && hasAllTokens(plan) ? findMovements(today, today - maxDays) : null;
    const first = Math.min(
      movements?.first(members) ?? Infinity,
      [...seen.values()].reduce((least, record) => Math.min(least, record.first), today),
    );
    const requestedDays = listRequestedDays(plan, first, today);
    const looked = lookedDays();
    const days = requestedDays.filter((day) => looked.looked.has(day) || movements?.covers(day));
    const readerOf = makeReaders(plan, { seen, looked, movements, from: requestedDays[0] ?? today });
    const groups = Map.groupBy(members, ({ measureId, id }) => JSON.stringify([measureId, id]));
    const ofGroups = [...groups.values()].map((group) => ({
      first: group[0],
      ...sumDays(summedMembers(plan, group, readerOf), days, plan.aggregateFunction),
    }));
    // Beside the others a group that is not known would look like one that has nothing.
    const unknown = new Set(ofGroups.flatMap((group) => group.unknown));
    const known = new Set(days.filter((day) => !unknown.has(day)));
    const periodOf = wholePeriods(plan, requestedDays, known);
    const found = ofGroups.flatMap(({ first: member, sums: all }): Found[] => {
      const sums = all.filter(({ day }) => known.has(day));
      const points =
        member === undefined ? new Map<number, number>() : pointsOf(plan, sums, periodOf(member));
      return member === undefined || points.size === 0 ? [] : [{ first: member, sums, points }];
    });
    if (found.length === 0) throw cannotTell(whatToDo(plan, measures, movements));
    found.sort((a, b) => compareGroups(plan, a.first, b.first));
    const { page, perPage } = plan;
    return {
      ...seriesOf(plan, found.slice((page - 1) * perPage, page * perPage), requestedDays),
      pagination: {
        page,
        perPage,
        pageCount: Math.ceil(found.length / perPage),
        resultCount: found.length,
      },
      oldestFetchedAt: members.reduce(
        (least, { fetchedAt }) => Math.min(least, fetchedAt),
        movements?.asOf ?? Infinity,
      ),
      cachedRecords,
      notes: approximateNotes(tokens, measuresOfFilter(plan.filter), hasRests),
      seenDays: {
        seen: new Set(found.flatMap(({ sums }) => sums.map(({ day }) => day))).size,
        asked: requestedDays.length,
      },
    };
  };

  /** True where a sync has every token that the filter lets through: transactions of others belong to no group. */
  function hasAllTokens({ filter }: AggregatePlan): boolean {
    return completeness.asOf('tokens', fieldsOf(filter).includes('token_id') ? undefined : filter) !== null;
  }

  /** The days on which tokens were looked at, and from which on nothing is missing that was there. */
  function lookedDays(): LookedDays {
    const { completeFrom } = knownDays(database, 'tokens');
    const gone = lastVanished.get();
    return {
      looked: new Set(observedDays.all()),
      completeFrom: completeFrom === null ? Infinity : dayNumber(completeFrom),
      from: typeof gone === 'number' ? Math.floor(gone / dayMs) + 1 : -Infinity,
    };
  }
}

type ReaderOf = (member: Member) => FigureReader;

/** What the figures of members are read from: their transactions where those tell them, else their records. */
function makeReaders(
  { aggregateFunction }: AggregatePlan,
  {
    seen,
    looked,
    movements,
    from,
  }: {
    seen: ReadonlyMap<number, SeenRecord>;
    looked: LookedDays;
    movements: Movements | null;
    from: number;
  },
): ReaderOf {
  const moved = makeBoundedMap<ReaderOf | null>(aggregateMeasures.length);
  const readMoved = (slug: string): ReaderOf | null =>
    movements === null || !isMoved(slug) ? null : movements.read(slug, from, aggregateFunction);
  // What a record says to have moved did so in the last whole day, which need not be the day on which it was fetched.
  return (member) =>
    moved.get(member.measureSlug, () => readMoved(member.measureSlug))?.(member) ??
    seenReader(seen.get(member.key), member.measureSlug, looked);
}

function nothingSeen({ page, perPage }: AggregatePlan): LocalSeries {
  return {
    days: new Int32Array(),
    series: [],
    pagination: { page, perPage, pageCount: 0, resultCount: 0 },
    oldestFetchedAt: null,
    cachedRecords: 0,
    notes: [],
    seenDays: { seen: 0, asked: 0 },
  };
}

/** A group and its figures, by a token of it. */
interface Found {
  readonly first: Member;
  readonly sums: readonly DaySum[];
  /** By the first day of the period. */
  readonly points: ReadonlyMap<number, number>;
}

/**
 * The days that the filter lets through, up to today; without a beginning of its own, from the first day that is known of, or for
 * totals from the beginning of its period.
 */
function listRequestedDays(plan: AggregatePlan, first: number, today: number): number[] {
  const matches = compileMatch(daysTable, splitDays(plan.filter ?? { filters: [] }).days);
  if (matches === null) throw cannotTell('Choose another range of days, or go online.');
  const isRequestedDay = (day: number): boolean => matches(daysTable.columns.map(() => day * dayMs));
  const earliest = today - maxDays;
  const beginning = plan.mode === 'flow' ? startOfPeriod(plan.interval, first) : first;
  const from = isRequestedDay(earliest) ? beginning : earliest;
  return Array.from({ length: Math.max(0, today - from + 1) }, (_, nth) => from + nth).filter(isRequestedDay);
}

/** Rule: service notes, "Aggregates and timeseries": assets count once, each with what its tokens add up to. */
function summedMembers(
  { kind }: AggregatePlan,
  group: readonly Member[],
  readerOf: ReaderOf,
): SummedMember[] {
  const parts = Map.groupBy(group, ({ key, asset_id: assetId }) =>
    kind === 'assets' && assetId !== null ? `asset ${String(assetId)}` : `token ${key.toString()}`,
  );
  return [...parts.values()].map((members) => ({
    isShared: members[0]?.isShared === 1,
    tokens: members.map(readerOf),
  }));
}

/**
 * Finds the period of a day, or null where the days that are missing in it would change the figure: any of a total, and the last of
 * what moved, which is the figure of that day. The last of another figure is the last that was seen.
 */
function wholePeriods(
  { interval, mode }: AggregatePlan,
  requestedDays: readonly number[],
  known: ReadonlySet<number>,
): (member: Member) => (day: number) => number | null {
  const days = Map.groupBy(requestedDays, (day) => startOfPeriod(interval, day));
  const total = new Set<number>();
  const lasting = new Set<number>();
  for (const [period, ofPeriod] of days) {
    if (ofPeriod.every((day) => known.has(day))) total.add(period);
    if (known.has(ofPeriod.at(-1) ?? NaN)) lasting.add(period);
  }
  return ({ measureSlug }) => {
    const whole = mode === 'flow' ? total : isMoved(measureSlug) ? lasting : null;
    return (day) => {
      const period = startOfPeriod(interval, day);
      return whole?.has(period) === false ? null : period;
    };
  };
}

/** Of each period the total of its days, or the last figure in it. */
function pointsOf(
  { mode }: AggregatePlan,
  sums: readonly DaySum[],
  periodOf: (day: number) => number | null,
): Map<number, number> {
  const points = new Map<number, number>();
  for (const { day, value } of sums) {
    const period = periodOf(day);
    if (period !== null) points.set(period, mode === 'flow' ? (points.get(period) ?? 0) + value : value);
  }
  return points;
}

function whatToDo({ mode }: AggregatePlan, measures: readonly string[], movements: Movements | null): string {
  if (measures.some(isMoved))
    return movements === null
      ? 'Sync tokens and transactions, or go online.'
      : 'Narrow the filter and the days to what was synced whole, without stablecoins, or go online.';
  return mode === 'flow'
    ? 'No period has a figure on each of its days. Choose the last value instead of the total, or go online.'
    : 'There is no day on which each of these tokens was seen. Sync tokens, or go online.';
}

/** By the id of the group, then of the measure; groups without an id come last. */
function compareGroups({ sort, groupBy }: AggregatePlan, a: Member, b: Member): number {
  if (a.id === null || b.id === null) return Number(a.id === null) - Number(b.id === null);
  const byId =
    typeof a.id === 'number' && typeof b.id === 'number'
      ? a.id - b.id
      : String(a.id) < String(b.id)
        ? -1
        : Number(a.id !== b.id);
  const direction = sort.field === groupBy && groupBy !== 'date' && sort.direction === 'desc' ? -1 : 1;
  return byId * direction || a.measureId - b.measureId;
}

/** Series over one list of periods: those without a point between the first and the last have none, so that lines break there. */
function seriesOf(
  plan: AggregatePlan,
  found: readonly Found[],
  requestedDays: readonly number[],
): Pick<TimeseriesAnswer, 'days' | 'series'> {
  const shown = found.flatMap(({ points }) => [...points.keys()]);
  const first = shown.reduce((least, day) => Math.min(least, day), Infinity);
  const last = shown.reduce((most, day) => Math.max(most, day), -Infinity);
  const periods = new Set(requestedDays.map((day) => startOfPeriod(plan.interval, day)));
  const days = Int32Array.from([...periods].filter((day) => day >= first && day <= last));
  const series = found.map(({ first: member, points }): Series => ({
    ...describeGroup(plan, member),
    values: Float64Array.from(days, (day) => points.get(day) ?? NaN),
  }));
  return { days, series };
}

function cannotTell(what: string): FailureError {
  return new FailureError({
    code: 'offline',
    message: `This chart is not cached, and the cached tokens are not enough to compute it. ${what}`,
  });
}
