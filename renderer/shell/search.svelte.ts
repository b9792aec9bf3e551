import type { CallValue } from '../../preload/contract/bridge.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { SearchCoverage, SearchHit } from '../../preload/contract/search.ts';
import type { Bridge } from '../bridge.ts';
import { shownText } from '../format/text.ts';
import { LatestRequest } from './request.svelte.ts';

const maxFound = 12;
const fewestLetters = 2;

interface SearchScope {
  readonly connectionId: string;
  /** Undefined for all. */
  readonly resources?: readonly [ResourceName];
}

export class SearchState {
  readonly #bridge: Bridge;
  readonly #cached: LatestRequest<CallValue<'searchCached'>>;
  readonly #service: LatestRequest<CallValue<'searchService'>>;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#cached = new LatestRequest();
    this.#service = new LatestRequest(bridge);
  }

  /** Cached hits first, best first. */
  readonly hits: readonly SearchHit[] = $derived.by(() => {
    const cached = this.#cached.last?.value.hits ?? [];
    const known = cached.map(({ key }) => key);
    const others = (this.#service.value?.hits ?? []).filter(({ key }) => !known.includes(key));
    return [...cached, ...others].map((hit) => ({
      ...hit,
      title: shownText(hit.title),
      subtitle: shownText(hit.subtitle),
    }));
  });

  /** Set if the cache has no match. */
  get nothingIn(): SearchCoverage | null {
    return this.#cached.last?.value.coverage ?? null;
  }

  get isLooking(): boolean {
    return this.#cached.pending;
  }

  get isPending(): boolean {
    return this.#service.pending;
  }

  get isAnswered(): boolean {
    return this.#service.value !== null || this.#service.failure !== null;
  }

  /** Why the search is incomplete. */
  get problem(): string | null {
    const { failure, value } = this.#service;
    return failure?.message ?? value?.failures[0]?.message ?? this.#cached.failure?.message ?? null;
  }

  /** Sends no request. Resolves with its answer, or when superseded. */
  find({ connectionId, resources: only }: SearchScope, words: string): Promise<void> {
    this.#service.clear();
    const text = words.trim();
    if (text.length < fewestLetters) {
      this.#cached.clear();
      return Promise.resolve();
    }
    const resources = only && [...only];
    return this.#cached.run(text, () =>
      this.#bridge.searchCached({ connectionId, text, limit: maxFound, resources }),
    );
  }

  /** Sends one request for each resource; for transactions only if named. */
  ask({ connectionId, resources: only }: SearchScope, words: string): void {
    const resources = only && [...only];
    void this.#service.run(words, (ticket) =>
      this.#bridge.searchService({ connectionId, text: words.trim(), resources, ticket }),
    );
  }

  close(): void {
    this.#cached.cancel();
    this.#service.cancel();
  }
}
