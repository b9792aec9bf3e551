import type { TimeseriesAnswer } from '../../../preload/contract/aggregates.ts';
import type { CallValue, RecordList } from '../../../preload/contract/bridge.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { headlines } from '../../../preload/contract/resources/headlines.ts';
import { ask, type Bridge } from '../../bridge.ts';
import { latestRead } from '../../shell/latestRead.ts';
import { LatestRequest } from '../../shell/request.svelte.ts';
import { wholeList } from '../../shell/names.svelte.ts';
import { startOf, timeseriesState, type SeriesState } from '../aggregates/public.ts';
import { firstMeasure, seriesQuery } from '../../query/seriesSelection.ts';

export const networkMetrics = {
  value: headlines.networks,
  holders: 'holding_addresses_count',
  volume: 'trailing_30_day_transfer_volume',
  active: 'trailing_30_day_active_addresses_count',
} as const;

/** Candidates for movers: the first page of the assets' table, requested once for both. */
export const largestAssets = 100;

/**
 * The figures of the overview, in four cacheable requests. All but the timeseries are shared with other
 * views: the aggregates' fields, the networks' names, the first page of assets.
 */
export class OverviewState {
  readonly holdings: LatestRequest<CallValue<'listHoldings'>>;
  readonly trend: SeriesState<TimeseriesAnswer>;
  readonly networks: LatestRequest<RecordList>;
  readonly assets: LatestRequest<RecordList>;
  /** The headline value of assets, or the nearest measure of the service. */
  measure = $state<string>(headlines.assets);
  trendQuery = $state.raw<Query | null>(null);
  readonly #bridge: Bridge;
  readonly #beginTrend = latestRead();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.holdings = new LatestRequest(bridge);
    this.trend = timeseriesState(bridge);
    this.networks = new LatestRequest(bridge);
    this.assets = new LatestRequest(bridge);
  }

  /** Keeps old answers until new ones arrive. `now`: milliseconds since 1970 UTC. */
  load(connectionId: string, now: number, { refresh = false } = {}): void {
    this.loadHoldings(connectionId);
    this.loadLists(connectionId, refresh);
    void this.#loadTrend(connectionId, now, refresh);
  }

  /** Reloads networks and assets after a background refresh. */
  loadLists(connectionId: string, refresh = false): void {
    const list = (
      answer: LatestRequest<RecordList>,
      resource: ResourceName,
      query: Query,
      metrics: readonly string[],
    ): void => {
      const fields = ['id', 'name', ...metrics];
      void answer.run([connectionId, query], (ticket) =>
        this.#bridge.listRecords({ connectionId, resource, query, fields, refresh, ticket }),
      );
    };
    list(this.networks, 'networks', wholeList('networks'), Object.values(networkMetrics));
    list(
      this.assets,
      'assets',
      {
        sort: { field: headlines.assets, direction: 'desc' },
        pagination: { page: 1, perPage: largestAssets },
      },
      [headlines.assets],
    );
  }

  async #loadTrend(connectionId: string, now: number, refresh: boolean): Promise<void> {
    const isLatest = this.#beginTrend();
    // Services have two names for the key of classes.
    const described = await ask(() =>
      this.#bridge.describeAggregates({ connectionId, resource: 'assets', ticket: crypto.randomUUID() }),
    );
    if (!isLatest()) return;
    const keys = described.ok ? described.value.aggregate.groupBy : [];
    this.measure = (described.ok ? firstMeasure('assets', described.value) : null) ?? headlines.assets;
    this.trendQuery = seriesQuery({
      measure: this.measure,
      from: startOf('2Y', now),
      to: null,
      filters: [],
      groupBy: keys.includes('asset_class_id') ? 'asset_class_id' : 'asset_class',
      aggregateFunction: 'sum',
      interval: 'day',
      mode: 'stock',
      page: 1,
    });
    this.trend.load({ connectionId, resource: 'assets', query: this.trendQuery }, { refresh });
  }

  loadHoldings(connectionId: string): void {
    void this.holdings.run(connectionId, () => this.#bridge.listHoldings({ connectionId }));
  }

  cancel(): void {
    this.#beginTrend();
    for (const request of [this.holdings, this.trend, this.networks, this.assets]) request.cancel();
  }
}
