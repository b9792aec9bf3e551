import type { RecordList } from '../../../preload/contract/bridge.ts';
import type { Relation } from '../../../preload/contract/related.ts';
import type { Bridge } from '../../bridge.ts';
import type { RecordLink } from '../../fields/links.ts';
import { openingSort } from '../../fields/openingSort.ts';
import { LatestRequest } from '../../shell/request.svelte.ts';

/** Rows of a small grid. */
export const shownRelated = 8;

export class RelationsState {
  readonly #bridge: Bridge;
  readonly answer: LatestRequest<readonly Relation[]>;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.answer = new LatestRequest(bridge);
  }

  load(connectionId: string, link: RecordLink): void {
    const question = { connectionId, ...link };
    void this.answer.run(question, (ticket) => this.#bridge.listRelations({ ...question, ticket }));
  }

  close(): void {
    this.answer.cancel();
  }
}

export class RelatedState {
  readonly #bridge: Bridge;
  readonly answer: LatestRequest<RecordList>;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.answer = new LatestRequest(bridge);
  }

  /** `cachedOnly` sends no request and fails with `offline`. */
  load(
    connectionId: string,
    { resource, query }: Pick<Relation, 'resource' | 'query'>,
    { fields, cachedOnly }: { fields: readonly string[]; cachedOnly: boolean },
  ): void {
    const page = { sort: openingSort(resource), ...query, pagination: { page: 1, perPage: shownRelated } };
    const question = { connectionId, resource, query: page, fields: [...fields] };
    void this.answer.run(question, (ticket) => this.#bridge.listRecords({ ...question, cachedOnly, ticket }));
  }

  close(): void {
    this.answer.cancel();
  }
}
