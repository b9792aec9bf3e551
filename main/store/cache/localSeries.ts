import type Database from 'better-sqlite3';
import { z } from 'zod';
import { dayMs, dayNumber } from '../../../preload/contract/days.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { aggregateMeasures } from '../../../preload/contract/resources/aggregates.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { unknownGroup, type Series, type TimeseriesAnswer } from '../../../preload/contract/series.ts';
import { planAggregate, type AggregatePlan } from '../query/aggregatePlan.ts';
import { daysTable, groupColumns, membersTable } from '../query/aggregateTables.ts';
import { compileWhere } from '../query/compile.ts';
import { readRests } from '../query/exact.ts';
import { compileMatch } from '../query/match.ts';
import { startOfPeriod } from '../query/periods.ts';
import { splitDays } from '../query/splitDays.ts';
import { knownDays } from '../history/historyTables.ts';
import type { AggregateRequest } from './localAggregates.ts';
import { approximateNotes, askedMeasures } from './localMeasures.ts';
import { localMembers } from './localMembers.ts';
import { cacheTable } from './resourceTables.ts';
import { readSeenValues, type SeenRecord } from './seenValues.ts';
import { sumDays, type DaySum, type KnownDays, type SummedMember } from './sumDays.ts';

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

const memberSchema = z.object({
  key: z.int(),
  measureId: z.int(),
  measureSlug: z.string(),
  isShared: z.int(),
  id: z.union([z.string(), z.number()]).nullable(),
  name: z.string().nullable(),
  color: z.string().nullable(),
  assetId: z.union([z.string(), z.number()]).nullable(),
  fetchedAt: z.number(),
});
type Member = z.infer<typeof memberSchema>;

/** Days before today in which a query's own bounds are looked for. */
const mostDays = 20 * 366;

/**
 * Makes timeseries of the figures that cached tokens had on the days on which they were seen. A day has a figure where every token of
 * the group was seen on it: what is not known is left out, never taken for zero. Throws a `QueryProblem` where the query is wrong,
 * and a `FailureError` of code `offline` where nothing can be told.
 *
 * Rule: service notes, "Aggregates and timeseries".
 */
export function makeLocalSeries(database: Database.Database): (request: SeriesRequest) => LocalSeries {
  const tokens = cacheTable(resources.tokens);
  const assets = cacheTable(resources.assets);
  const hasRests = readRests(database);
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
  const count = database.prepare(`SELECT count(*) FROM ${tokens.name}`).pluck();

  function readMembers(plan: AggregatePlan): Member[] {
    const { id, name, color } = groupColumns[plan.groupType];
    const { members } = splitDays(plan.filter ?? { filters: [] });
    const { where, parameters } = compileWhere(membersTable, members, { openFields: false });
    const rows = database
      .prepare(
        `WITH ${localMembers(tokens, assets, askedMeasures(plan.filter))}
         SELECT t._key AS key, r.measure_id AS measureId, r.measure_slug AS measureSlug, r.is_shared AS isShared,
           ${id} AS id, ${name} AS name, ${color} AS color, r.asset_id AS assetId, f.at AS fetchedAt
         FROM aggregates r JOIN ${tokens.name} t ON t.id = r.token_id JOIN fetches f ON f.key = r.fetch WHERE ${where}`,
      )
      .all(parameters);
    return z.array(memberSchema).parse(rows);
  }

  return ({ resource, query, now }) => {
    const plan = planAggregate(resource, 'points', query);
    if (plan.mode === 'flow') throw cannotTell('Choose the last value instead of the total, or go online.');
    const cachedRecords = Number(count.get());
    if (cachedRecords === 0) return nothingSeen(plan);
    const members = readMembers(plan);
    const seen = readSeenValues(database, 'tokens', {
      keys: new Set(members.map(({ key }) => key)),
      fields: [...new Set(members.map(({ measureSlug }) => measureSlug))],
    });
    const asked = askedDays(plan, seen, Math.floor(now / dayMs));
    const looked = new Set(observedDays.all());
    const known = { ...knownFrom(), days: asked.filter((day) => looked.has(day)) };
    const groups = Map.groupBy(members, ({ measureId, id }) => JSON.stringify([measureId, id]));
    const ofGroups = [...groups.values()].map((group) => ({
      first: group[0],
      ...sumDays(summedMembers(plan, group, seen), known, plan.aggregateFunction),
    }));
    // Beside the others a group that is not known would look like one that has nothing.
    const unknown = new Set(ofGroups.flatMap((group) => group.unknown));
    const found = ofGroups.flatMap(({ first, sums: all }): Found[] => {
      const sums = all.filter(({ day }) => !unknown.has(day));
      return first === undefined || sums.length === 0 ? [] : [{ first, sums }];
    });
    if (found.length === 0) {
      throw cannotTell('There is no day on which each of these tokens was seen. Sync tokens, or go online.');
    }
    found.sort((a, b) => compareGroups(plan, a.first, b.first));
    const { page, perPage } = plan;
    return {
      ...seriesOf(plan, found.slice((page - 1) * perPage, page * perPage)),
      pagination: {
        page,
        perPage,
        pageCount: Math.ceil(found.length / perPage),
        resultCount: found.length,
      },
      oldestFetchedAt: members.reduce((least, { fetchedAt }) => Math.min(least, fetchedAt), Infinity),
      cachedRecords,
      notes: approximateNotes(tokens, askedMeasures(plan.filter), hasRests),
      seenDays: {
        seen: new Set(found.flatMap(({ sums }) => sums.map(({ day }) => day))).size,
        asked: asked.length,
      },
    };
  };

  /** From which days on nothing is missing that was there. */
  function knownFrom(): Pick<KnownDays, 'completeFrom' | 'from'> {
    const { completeFrom } = knownDays(database, 'tokens');
    const gone = lastVanished.get();
    return {
      completeFrom: completeFrom === null ? Infinity : dayNumber(completeFrom),
      from: typeof gone === 'number' ? Math.floor(gone / dayMs) + 1 : -Infinity,
    };
  }
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
}

/** The days that the filter lets through, up to today; without a beginning of its own, from the first day that was seen. */
function askedDays(plan: AggregatePlan, seen: ReadonlyMap<number, SeenRecord>, today: number): number[] {
  const matches = compileMatch(daysTable, splitDays(plan.filter ?? { filters: [] }).days);
  if (matches === null) throw cannotTell('Choose another range of days, or go online.');
  const isAsked = (day: number): boolean => matches(daysTable.columns.map(() => day * dayMs));
  const earliest = today - mostDays;
  const firstSeen = [...seen.values()].reduce((least, { first }) => Math.min(least, first), today);
  const from = isAsked(earliest) ? firstSeen : earliest;
  return Array.from({ length: Math.max(0, today - from + 1) }, (_, nth) => from + nth).filter(isAsked);
}

/** Rule: service notes, "Aggregates and timeseries": assets count once, each with what its tokens add up to. */
function summedMembers(
  { kind }: AggregatePlan,
  group: readonly Member[],
  seen: ReadonlyMap<number, SeenRecord>,
): SummedMember[] {
  const parts = Map.groupBy(group, ({ key, assetId }) =>
    kind === 'assets' && assetId !== null ? `asset ${String(assetId)}` : `token ${key.toString()}`,
  );
  return [...parts.values()].map((members) => ({
    isShared: members[0]?.isShared === 1,
    tokens: members.map(({ key, measureSlug }) => {
      const record = seen.get(key);
      return { first: record?.first ?? Infinity, spans: record?.spans.get(measureSlug) ?? [] };
    }),
  }));
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

/** Series over one list of days: of each period the last figure that was seen in it. */
function seriesOf(
  { interval, groupType }: AggregatePlan,
  found: readonly Found[],
): Pick<TimeseriesAnswer, 'days' | 'series'> {
  const ofGroups = found.map(
    ({ sums }) => new Map(sums.map(({ day, value }) => [startOfPeriod(interval, day), value])),
  );
  const days = Int32Array.from(new Set(ofGroups.flatMap((points) => [...points.keys()]))).sort();
  const series = found.map(({ first: { measureId, id, name, color } }, place): Series => {
    const measure = aggregateMeasures.find((one) => one.id === measureId);
    return {
      measure: {
        id: measureId,
        slug: measure?.slug ?? '',
        name: measure?.label ?? '',
        unit: measure?.unit ?? '',
      },
      group: {
        id,
        type: groupType,
        name: name ?? (id === null ? unknownGroup : String(id)),
        color: color?.toLowerCase() ?? null,
      },
      values: Float64Array.from(days, (day) => ofGroups[place]?.get(day) ?? NaN),
    };
  });
  return { days, series };
}

function cannotTell(what: string): FailureError {
  return new FailureError({
    code: 'offline',
    message: `This chart is not on this computer, and what was seen of tokens does not tell it. ${what}`,
  });
}
