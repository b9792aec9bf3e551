import type { RecordList } from '../../preload/contract/bridge.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { Bridge } from '../bridge.ts';
import type { RelatedLink } from '../fields/links.ts';
import { openingSort } from '../fields/openingSort.ts';
import { LatestRequest } from './request.svelte.ts';

/** As many related records as a small grid shows. */
const shownRecords = 8;

export interface RelatedRequest {
  readonly connectionId: string;
  readonly link: RelatedLink;
  readonly fields: readonly string[];
}

/** The first of the records that belong to another one. */
export class RelatedState {
  readonly #bridge: Bridge;
  readonly answer: LatestRequest<RecordList>;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.answer = new LatestRequest((ticket) => void bridge.cancelRequest({ ticket }));
  }

  /** Asks. `cachedOnly` spends no request: what is not on this computer is the failure `offline`. */
  load({ connectionId, link, fields }: RelatedRequest, { cachedOnly }: { cachedOnly: boolean }): void {
    const query: Query = {
      filter: link.condition,
      sort: openingSort(link.resource),
      pagination: { page: 1, perPage: shownRecords },
    };
    void this.answer.run(
      (ticket) =>
        this.#bridge.listRecords({
          connectionId,
          resource: link.resource,
          query,
          fields: [...fields],
          cachedOnly,
          ticket,
        }),
      { forget: true },
    );
  }

  close(): void {
    this.answer.cancel();
  }
}
