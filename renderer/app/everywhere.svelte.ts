import type { CallValue } from '../../preload/contract/bridge.ts';
import type { SearchCoverage, SearchHit } from '../../preload/contract/search.ts';
import type { Bridge } from '../bridge.ts';
import { LatestRequest } from './request.svelte.ts';

const mostFound = 12;

/** Looks for words in everything cached, and on request at the service. */
export class EverywhereState {
  readonly #bridge: Bridge;
  readonly #cached: LatestRequest<CallValue<'searchCached'>>;
  readonly #service: LatestRequest<CallValue<'searchService'>>;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#cached = new LatestRequest(() => undefined);
    this.#service = new LatestRequest((ticket) => void bridge.cancelRequest({ ticket }));
  }

  /** The best first: those that are cached, then what the service has found beside them. */
  readonly hits: readonly SearchHit[] = $derived.by(() => {
    const cached = this.#cached.value?.hits ?? [];
    const known = cached.map(({ key }) => key);
    return [...cached, ...(this.#service.value?.hits ?? []).filter(({ key }) => !known.includes(key))];
  });

  /** Where nothing cached matches: how much was searched. */
  get nothingIn(): SearchCoverage | null {
    return this.#cached.value?.coverage ?? null;
  }

  get asking(): boolean {
    return this.#service.pending;
  }

  /** The service has answered, or has failed to, for the words last looked for. */
  get asked(): boolean {
    return this.#service.value !== null || this.#service.failure !== null;
  }

  /** Looks in the cache. Sends no request. Resolves once these words have their answer, or others took their place. */
  find(connectionId: string, words: string): Promise<void> {
    this.#service.cancel();
    this.#service.value = null;
    this.#service.failure = null;
    const text = words.trim();
    if (text.length < 2) {
      this.#cached.cancel();
      this.#cached.value = null;
      return Promise.resolve();
    }
    return this.#cached.run(() => this.#bridge.searchCached({ connectionId, text, limit: mostFound }), {
      forget: false,
    });
  }

  /** Asks the service: one request for each resource but transactions. */
  ask(connectionId: string, words: string): void {
    void this.#service.run(
      (ticket) => this.#bridge.searchService({ connectionId, text: words.trim(), ticket }),
      { forget: true },
    );
  }

  close(): void {
    this.#cached.cancel();
    this.#service.cancel();
  }
}
