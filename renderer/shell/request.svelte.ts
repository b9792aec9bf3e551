import { untrack } from 'svelte';
import type { Failure, Result } from '../../preload/contract/failures.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import { ask, type Bridge } from '../bridge.ts';
import { Wait } from './wait.svelte.ts';

interface Answered<Value, Question> {
  readonly question: Question;
  readonly value: Value;
  readonly key: string;
}

const notAsked = { value: null, failure: null, pending: false };

/** A repeated request. Only the latest counts: earlier ones are canceled and their answers dropped. */
export class LatestRequest<Value, Question = unknown> extends Wait {
  /** May answer an earlier question. */
  last = $state.raw<Answered<Value, Question> | null>(null);
  failure = $state.raw<Failure | null>(null);

  readonly #bridge: Pick<Bridge, 'cancelRequest'> | undefined;
  #ticket: string | null = null;
  #key = $state.raw<string | null>(null);

  /** @param bridge absent if main cannot cancel */
  constructor(bridge?: Pick<Bridge, 'cancelRequest'>) {
    super();
    this.#bridge = bridge;
  }

  /** Stays while the same question is repeated. */
  get value(): Value | null {
    return this.last !== null && this.last.key === this.#key ? this.last.value : null;
  }

  /** Null for other questions. */
  to(question: Question): Pick<LatestRequest<Value>, 'value' | 'failure' | 'pending'> {
    return canonicalJson(question) === this.#key ? this : notAsked;
  }

  /** True after a noticeable wait for another question's answer. */
  get outdated(): boolean {
    return this.slow && this.last !== null && this.value === null;
  }

  /** `question` identifies the answer. */
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

  cancel(): void {
    const [ticket, bridge] = [this.#ticket, this.#bridge];
    if (ticket === null) return;
    if (bridge !== undefined) void ask(() => bridge.cancelRequest({ ticket }));
    this.#settle();
  }

  clear(): void {
    this.cancel();
    this.last = null;
    this.failure = null;
  }

  /** Fails unless the same question was answered before. */
  giveUp(): void {
    this.cancel();
    if (this.value === null) this.#fail({ code: 'canceled', message: 'You canceled the request.' });
  }

  /** Removes the answer to another question. */
  #fail(failure: Failure): void {
    if (this.value === null) this.last = null;
    this.failure = failure;
  }

  #settle(): void {
    this.#ticket = null;
    this.end();
  }
}
