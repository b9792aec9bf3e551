import type { Failure, Result } from '../../preload/contract/failures.ts';
import { ask } from '../bridge.ts';

/** Answers that take longer than this get a skeleton or a progress line; faster ones would only flicker. */
const slowAfterMs = 150;
/** Answers that take longer than this are worth a word, and a way to give up. */
const waitingAfterMs = 3000;

/**
 * One thing that a view asks for, again and again with changing arguments. Only the latest asking counts: an earlier one
 * is called off, and its answer, should it still come, is dropped.
 */
export class LatestRequest<Value> {
  /** The last answer that counts; kept while the next one is awaited, unless `run` was told to forget it. */
  value = $state.raw<Value | null>(null);
  failure = $state.raw<Failure | null>(null);
  pending = $state(false);
  /** True once the pending answer has taken noticeably long. */
  slow = $state(false);
  /** True once the user may want to give up. */
  waiting = $state(false);

  readonly #cancel: (ticket: string) => void;
  #ticket: string | null = null;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #waitingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(cancel: (ticket: string) => void) {
    this.#cancel = cancel;
  }

  /** Asks. `forget` drops the last answer at once, because it belongs to something else. */
  async run(
    call: (ticket: string) => Promise<Result<Value>>,
    { forget }: { forget: boolean },
  ): Promise<void> {
    this.cancel();
    const ticket = crypto.randomUUID();
    this.#ticket = ticket;
    this.pending = true;
    if (forget) {
      this.value = null;
      this.failure = null;
    }
    this.#slowTimer = setTimeout(() => {
      this.slow = true;
    }, slowAfterMs);
    this.#waitingTimer = setTimeout(() => {
      this.waiting = true;
    }, waitingAfterMs);
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

  /** Calls off what is under way, if anything is. */
  cancel(): void {
    if (this.#ticket === null) return;
    this.#cancel(this.#ticket);
    this.#settle();
  }

  /** Stops waiting; without an earlier answer the view says so. */
  giveUp(): void {
    this.cancel();
    if (this.value === null) this.failure = { code: 'cancelled', message: 'You cancelled the request.' };
  }

  #settle(): void {
    clearTimeout(this.#slowTimer);
    clearTimeout(this.#waitingTimer);
    this.#ticket = null;
    this.pending = false;
    this.slow = false;
    this.waiting = false;
  }
}
