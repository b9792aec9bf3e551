import type { CallValue } from '../../../../preload/contract/bridge.ts';
import type { Since } from '../../../../preload/contract/history.ts';
import type { Bridge } from '../../../bridge.ts';
import type { RecordLink } from '../../../fields/links.ts';
import { LatestRequest } from '../../../shell/request.svelte.ts';

/** Reads the cache only. */
export class RecordChangesState {
  readonly #bridge: Bridge;
  readonly answer = new LatestRequest<CallValue<'getRecordChanges'>>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  load(connectionId: string, link: RecordLink, since: Since): void {
    const question = { connectionId, ...link, since };
    void this.answer.run(question, () => this.#bridge.getRecordChanges(question));
  }

  close(): void {
    this.answer.cancel();
  }
}
