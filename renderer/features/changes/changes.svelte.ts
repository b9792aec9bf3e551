import type { CallInput } from '../../../preload/contract/bridge.ts';
import type { ChangeList } from '../../../preload/contract/history.ts';
import type { Bridge } from '../../bridge.ts';
import { LatestRequest } from '../../app/request.svelte.ts';

/** What has changed in the records of a resource. Read from this computer: no request is sent. */
export class ChangesState {
  readonly #bridge: Bridge;
  readonly answer = new LatestRequest<ChangeList>(() => undefined);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  load(asked: CallInput<'listChanges'>, { forget }: { forget: boolean }): void {
    void this.answer.run(() => this.#bridge.listChanges(asked), { forget });
  }

  close(): void {
    this.answer.cancel();
  }
}
