import { untrack } from 'svelte';
import type { Failure, Result } from '../../preload/contract/failures.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import { ask, type Bridge } from '../bridge.ts';
import { Wait } from './wait.svelte.ts';

/** An answer with the question that it answers: its figures stand under no other. */
export interface Answered<Value, Question> {
  readonly question: Question;
  readonly value: Value;
  /** The question as a key. */
  readonly key: string;
}

const notAsked = { value: null, failure: null, pending: false };

/**
 * One thing that a view asks for, again and again with changing questions. Only the latest request counts: an earlier one
 * is cancelled, and its answer, should it still come, is dropped.
 */
export class LatestRequest<Value, Question = unknown> extends Wait {
  /** The last answer, which may be to an earlier question: for views that draw it as the answer to that one. */
  last = $state.raw<Answered<Value, Question> | null>(null);
  failure = $state.raw<Failure | null>(null);

  readonly #bridge: Pick<Bridge, 'cancelRequest'> | undefined;
  #ticket: string | null = null;
  #key = $state.raw<string | null>(null);

  /** @param bridge left out where main cannot cancel what is asked for */
  constructor(bridge?: Pick<Bridge, 'cancelRequest'>) {
    super();
    this.#bridge = bridge;
  }

  /** The answer to what was asked last, also while the same is asked again. */
  get value(): Value | null {
    return this.last !== null && this.last.key === this.#key ? this.last.value : null;
  }

  /** What is known of the answer to a question; nothing of that to another. */
  to(question: Question): Pick<LatestRequest<Value>, 'value' | 'failure' | 'pending'> {
    return canonicalJson(question) === this.#key ? this : notAsked;
  }

  /** True once the answer to another question than that of the last one has been awaited noticeably long. */
  get outdated(): boolean {
    return this.slow && this.last !== null && this.value === null;
  }

  /** Asks a question, which is whatever tells apart answers that must not stand for one another. */
  async run(question: Question, call: (ticket: string) => Promise<Result<Value>>): Promise<void> {
    this.cancel();
    const key = canonicalJson(question);
    const ticket = crypto.randomUUID();
    if (key !== untrack(() => this.#key)) this.failure = null;
    this.#ticket = ticket;
    this.#key = key;
    this.begin();
    const result = await ask(() => call(ticket));
    if (this.#ticket !== ticket) return;
    this.#settle();
    if (result.ok) {
      this.last = { question, value: result.value, key };
      this.failure = null;
    } else this.#fail(result.failure);
  }

  /** Cancels the pending request, if there is one. */
  cancel(): void {
    const [ticket, bridge] = [this.#ticket, this.#bridge];
    if (ticket === null) return;
    if (bridge !== undefined) void ask(() => bridge.cancelRequest({ ticket }));
    this.#settle();
  }

  /** Cancels what is pending, and forgets the last answer. */
  clear(): void {
    this.cancel();
    this.last = null;
    this.failure = null;
  }

  /** Stops waiting; without an earlier answer to the same question the view says so. */
  giveUp(): void {
    this.cancel();
    if (this.value === null) this.#fail({ code: 'cancelled', message: 'You cancelled the request.' });
  }

  /** What failed leaves no answer to another question in sight. */
  #fail(failure: Failure): void {
    if (this.value === null) this.last = null;
    this.failure = failure;
  }

  #settle(): void {
    this.#ticket = null;
    this.end();
  }
}
