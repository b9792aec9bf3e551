import type { CallValue, RecordList } from '../../../preload/contract/bridge.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { AggregateAnswer } from '../../../preload/contract/aggregates.ts';
import type { Bridge } from '../../bridge.ts';
import { moverField } from './movers.ts';
import { LatestRequest } from '../../app/request.svelte.ts';

/** The figure that is summed up, and the groups. */
const measure = 'market_value_dollar';
type GroupKey = 'asset_class_id' | 'network_id';

/** Assets among which the movers are looked for. */
export const largestAssets = 100;

/** What the overview shows of a connection. */
export class OverviewState {
  readonly holdings: LatestRequest<CallValue<'listHoldings'>>;
  readonly classes: LatestRequest<AggregateAnswer>;
  readonly networks: LatestRequest<AggregateAnswer>;
  readonly assets: LatestRequest<RecordList>;
  readonly #bridge: Bridge;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    const cancel = (ticket: string): void => void bridge.cancelRequest({ ticket });
    this.holdings = new LatestRequest(cancel);
    this.classes = new LatestRequest(cancel);
    this.networks = new LatestRequest(cancel);
    this.assets = new LatestRequest(cancel);
  }

  /** Asks for everything; what came before stays until the answers come. */
  load(connectionId: string, { refresh = false } = {}): void {
    const { assets, classes, networks } = this;
    this.loadHoldings(connectionId);
    void assets.run(
      (ticket) =>
        this.#bridge.listRecords({
          connectionId,
          resource: 'assets',
          query: {
            sort: { field: moverField, direction: 'desc' },
            pagination: { page: 1, perPage: largestAssets },
          },
          fields: ['id', 'name', moverField],
          refresh,
          ticket,
        }),
      { forget: false },
    );
    const sumUp = (answer: LatestRequest<AggregateAnswer>, groupBy: GroupKey): void => {
      void answer.run(
        (ticket) =>
          this.#bridge.aggregate({
            connectionId,
            resource: 'tokens',
            query: query(groupBy),
            refresh,
            ticket,
          }),
        { forget: false },
      );
    };
    sumUp(classes, 'asset_class_id');
    sumUp(networks, 'network_id');
  }

  /** Asks what the cache holds, and nothing else: after something was fetched. */
  loadHoldings(connectionId: string): void {
    void this.holdings.run(() => this.#bridge.listHoldings({ connectionId }), { forget: false });
  }

  cancel(): void {
    for (const request of [this.holdings, this.classes, this.networks, this.assets]) request.cancel();
  }
}

function query(groupBy: GroupKey): Query {
  return {
    filter: { operator: 'equals', field: 'measure_slug', value: measure },
    aggregate: { groupBy, aggregateFunction: 'sum' },
    pagination: { page: 1, perPage: 200 },
  };
}
