import type { Failure, Result } from '../../preload/contract/failures.ts';
import { ask, type Bridge } from '../bridge.ts';
import { Wait } from './wait.svelte.ts';

/**
 * One thing that a view asks for, again and again with changing arguments. Only the latest request counts: an earlier one
 * is cancelled, and its answer, should it still come, is dropped.
 */
export class LatestRequest<Value> extends Wait {
  /** The last answer that counts; it stays while the next one is awaited, unless `run` forgets it. */
  value = $state.raw<Value | null>(null);
  failure = $state.raw<Failure | null>(null);

  readonly #bridge: Pick<Bridge, 'cancelRequest'> | undefined;
  #ticket: string | null = null;

  /** @param bridge left out where main cannot cancel what is asked for */
  constructor(bridge?: Pick<Bridge, 'cancelRequest'>) {
    super();
    this.#bridge = bridge;
  }

  /** Asks. `forget` drops the last answer at once, because it belongs to something else. */
  async run(
    call: (ticket: string) => Promise<Result<Value>>,
    { forget }: { forget: boolean },
  ): Promise<void> {
    this.cancel();
    const ticket = crypto.randomUUID();
    this.#ticket = ticket;
    if (forget) {
      this.value = null;
      this.failure = null;
    }
    this.begin();
    const result = await ask(() => call(ticket));
    if (this.#ticket !== ticket) return;
    this.#settle();
    if (result.ok) {
      this.value = result.value;
      this.failure = null;
    } else {
      this.failure = result.failure;
    }
  }

  /** Cancels the pending request, if there is one. */
  cancel(): void {
    const [ticket, bridge] = [this.#ticket, this.#bridge];
    if (ticket === null) return;
    if (bridge !== undefined) void ask(() => bridge.cancelRequest({ ticket }));
    this.#settle();
  }

  /** Stops waiting; without an earlier answer the view says so. */
  giveUp(): void {
    this.cancel();
    if (this.value === null) this.failure = { code: 'cancelled', message: 'You cancelled the request.' };
  }

  #settle(): void {
    this.#ticket = null;
    this.end();
  }
}
