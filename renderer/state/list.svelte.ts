import type { EventPayload, RecordList } from '../../preload/contract/bridge.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { Bridge } from '../bridge.ts';
import { LatestRequest } from './request.svelte.ts';

export interface ListRequest {
  readonly connectionId: string;
  readonly resource: ResourceName;
  readonly query: Query;
  /** The fields that are shown. */
  readonly fields: readonly string[];
}

/** The page of records that the browser shows. */
export class ListState {
  readonly #bridge: Bridge;
  readonly #answer: LatestRequest<RecordList>;
  #request = $state.raw<ListRequest | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#answer = new LatestRequest((ticket) => void bridge.cancelRequest({ ticket }));
  }

  get answer(): LatestRequest<RecordList> {
    return this.#answer;
  }

  /** What was asked for last. */
  get request(): ListRequest | null {
    return this.#request;
  }

  /** Asks for a page. Rows of the same resource stay on screen until the answer comes. */
  load(request: ListRequest, options: { refresh?: boolean } = {}): void {
    const forget =
      this.#request?.connectionId !== request.connectionId || this.#request.resource !== request.resource;
    this.#request = request;
    void this.#answer.run(
      (ticket) =>
        this.#bridge.listRecords({
          ...request,
          fields: [...request.fields],
          refresh: options.refresh ?? false,
          ticket,
        }),
      { forget },
    );
  }

  /** Asks the service again, even for what is fresh. */
  refresh(): void {
    if (this.#request !== null) this.load(this.#request, { refresh: true });
  }

  /** Asks again without insisting on the service: after a change behind the window, or after a failure. */
  again(): void {
    if (this.#request !== null) this.load(this.#request);
  }

  /** Asks again when the page shown was refreshed behind the window. */
  refreshed({ connectionId, resource, key }: EventPayload<'refreshed'>): void {
    const request = this.#request;
    if (request?.connectionId !== connectionId || request.resource !== resource) return;
    if (canonicalJson(request.query) === key && !this.#answer.pending) this.again();
  }

  cancel(): void {
    this.#answer.cancel();
  }
}
