import { ok, type Failure, type Result } from '../../../preload/contract/failures.ts';
import { dayMs } from '../../../preload/contract/days.ts';
import type { Metric } from '../../../preload/contract/metric.ts';
import type { TimeseriesAnswer } from '../../../preload/contract/aggregates.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { Bridge } from '../../bridge.ts';
import type { RecordLink } from '../../fields/links.ts';
import { LatestRequest } from '../../shell/request.svelte.ts';

interface MetricHistory {
  readonly points: Points | null;
  /** `series`: the service's timeseries. `seen`: values seen by this computer. */
  readonly source: 'series' | 'seen';
  /** Days with a value, without a timeseries. */
  readonly seenDays: number;
  readonly provenance: Provenance | null;
  /** Why an offered timeseries is missing. */
  readonly problem: Failure | null;
}

interface HistoryRequest {
  readonly connectionId: string;
  readonly link: RecordLink;
  readonly name: string;
  readonly metric: Metric | null;
  /** Milliseconds since 1970 UTC. */
  readonly fetchedAt: number | null;
}

/** Filters of timeseries. Source: data service interface, "Aggregate endpoints". */
const seriesFields = { assets: 'asset_id', tokens: 'token_id' } as const;
type SeriesResource = keyof typeof seriesFields;

/** The service's timeseries, else the values seen by this computer. */
export class MetricHistoryState {
  readonly #bridge: Bridge;
  readonly answer: LatestRequest<MetricHistory>;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.answer = new LatestRequest(bridge);
  }

  load(request: HistoryRequest): void {
    const { connectionId, link, name } = request;
    void this.answer.run([connectionId, link, name], (ticket) => this.#read(request, ticket));
  }

  close(): void {
    this.answer.cancel();
  }

  async #read(request: HistoryRequest, ticket: string): Promise<Result<MetricHistory>> {
    const { connectionId, link, name, metric, fetchedAt } = request;
    const series = await this.#readSeries(request, ticket);
    if (series?.ok === true) {
      const points = pointsOfSeries(series.value);
      if (points !== null) {
        return ok({
          points,
          source: 'series',
          seenDays: 0,
          provenance: series.value.provenance,
          problem: null,
        });
      }
    }
    if (series?.ok === false && series.failure.code === 'canceled') return series;
    const problem = series?.ok === false ? series.failure : null;
    const seen = await this.#bridge.getHistory({ connectionId, ...link, metric: name });
    if (!seen.ok) return seen;
    const points = pointsFromHere(seen.value.points, metric, fetchedAt);
    return ok({ points, source: 'seen', seenDays: seen.value.points.length, provenance: null, problem });
  }

  async #readSeries(
    { connectionId, link, name }: HistoryRequest,
    ticket: string,
  ): Promise<Result<TimeseriesAnswer> | undefined> {
    const { resource, id } = link;
    if (!hasSeries(resource)) return undefined;
    const described = await this.#bridge.describeAggregates({ connectionId, resource, ticket });
    if (!described.ok || !described.value.measures.some(({ value }) => value === name)) return undefined;
    const query: Query = {
      filter: {
        operator: 'and',
        filters: [
          { operator: 'equals', field: 'measure_slug', value: name },
          { operator: 'equals', field: seriesFields[resource], value: id },
        ],
      },
      aggregate: { groupBy: 'date', aggregateFunction: 'sum', interval: 'day', mode: 'stock' },
      // Two, since a full page does not prove that no other series follows.
      pagination: { page: 1, perPage: 2 },
    };
    return this.#bridge.timeseries({ connectionId, resource, query, ticket });
  }
}

function hasSeries(resource: string): resource is SeriesResource {
  return resource in seriesFields;
}

interface Points {
  /** Days since 1970 UTC, ascending. */
  readonly days: Int32Array;
  /** One for each day; NaN for none. */
  readonly values: Float64Array;
}

/** Age in days of a metric's members. */
const memberAges = [
  ['val_90d', 90],
  ['val_30d', 30],
  ['val_7d', 7],
  ['val', 0],
] as const;

function pointsOfSeries({ days, series }: TimeseriesAnswer): Points | null {
  const values = series[0]?.values;
  return values === undefined || !values.some((value) => !Number.isNaN(value)) ? null : { days, values };
}

/**
 * Combines daily values seen by the app with the record's earlier values; seen values win. `at`: the fetch of
 * the record, in milliseconds since 1970 UTC.
 */
export function pointsFromHere(
  seen: readonly (readonly [day: string, value: number | null])[],
  metric: Metric | null,
  at: number | null,
): Points | null {
  const known: Record<number, number> = {};
  if (metric !== null && at !== null) {
    for (const [member, age] of memberAges) {
      const value = metric[member];
      if (typeof value === 'number') known[Math.floor(at / dayMs) - age] = value;
    }
  }
  for (const [day, value] of seen) {
    const number = Date.parse(day) / dayMs;
    if (Number.isInteger(number)) known[number] = value ?? NaN;
  }
  const points = Object.entries(known)
    .map(([day, value]) => [Number(day), value] as const)
    .sort(([a], [b]) => a - b);
  if (!points.some(([, value]) => !Number.isNaN(value))) return null;
  return {
    days: Int32Array.from(points, ([day]) => day),
    values: Float64Array.from(points, ([, value]) => value),
  };
}
