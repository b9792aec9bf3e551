import type { EventPayload } from '../../../../preload/contract/bridge.ts';
import { canonicalJson } from '../../../../preload/contract/json.ts';
import { resolveMovingDates } from '../../../../preload/contract/movingDates.ts';
import type { AggregateResource } from '../../../../preload/contract/metadata.ts';
import type { Result } from '../../../../preload/contract/failures.ts';
import type { Query } from '../../../../preload/contract/query.ts';
import type { AggregateAnswer, TimeseriesAnswer } from '../../../../preload/contract/aggregates.ts';
import type { Bridge } from '../../../bridge.ts';
import { LatestRequest } from '../../../shell/request.svelte.ts';

interface SeriesRequest {
  readonly connectionId: string;
  readonly resource: AggregateResource;
  readonly query: Query;
}

type Call<Answer> = (args: SeriesRequest & { refresh: boolean; ticket: string }) => Promise<Result<Answer>>;

export class SeriesState<Answer> {
  readonly answer: LatestRequest<Answer, SeriesRequest>;
  readonly #shape: 'value' | 'points';
  readonly #call: Call<Answer>;
  #request: SeriesRequest | null = null;

  constructor(bridge: Bridge, shape: 'value' | 'points', call: Call<Answer>) {
    this.#shape = shape;
    this.#call = call;
    this.answer = new LatestRequest(bridge);
  }

  load(request: SeriesRequest, options: { refresh?: boolean } = {}): void {
    this.#request = request;
    void this.answer.run(request, (ticket) =>
      this.#call({ ...request, refresh: options.refresh ?? false, ticket }),
    );
  }

  /** Bypasses the cache. */
  refresh(): void {
    if (this.#request !== null) this.load(this.#request, { refresh: true });
  }

  reload(): void {
    if (this.#request !== null) this.load(this.#request);
  }

  refreshed({ connectionId, resource, shape, key }: EventPayload<'aggregateRefreshed'>): void {
    const request = this.#request;
    if (request?.connectionId !== connectionId || request.resource !== resource || shape !== this.#shape)
      return;
    if (canonicalJson(resolveMovingDates(request.query, Date.now())) === key && !this.answer.pending)
      this.reload();
  }

  cancel(): void {
    this.answer.cancel();
  }

  clear(): void {
    this.#request = null;
    this.answer.clear();
  }
}

export function timeseriesState(bridge: Bridge): SeriesState<TimeseriesAnswer> {
  return new SeriesState(bridge, 'points', (args) => bridge.timeseries(args));
}

export function aggregateState(bridge: Bridge): SeriesState<AggregateAnswer> {
  return new SeriesState(bridge, 'value', (args) => bridge.aggregate({ ...args, whole: true }));
}
