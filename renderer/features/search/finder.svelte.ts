import type { SearchHit } from '../../../preload/contract/search.ts';
import { ok, type Failure, type Result } from '../../../preload/contract/failures.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { Bridge } from '../../bridge.ts';
import { holdsId } from '../compare/ids.ts';
import { LatestRequest } from '../../app/request.svelte.ts';

/** A record that was found by its words. */
export type FoundRecord = SearchHit & { readonly id: string | number };

const mostFound = 10;

/** Finds records of one resource: at once among those on this computer, on request at the service. */
export class FinderState {
  readonly #bridge: Bridge;
  readonly #cached: LatestRequest<readonly FoundRecord[]>;
  readonly #service: LatestRequest<readonly FoundRecord[]>;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#cached = new LatestRequest(() => undefined);
    this.#service = new LatestRequest((ticket) => void bridge.cancelRequest({ ticket }));
  }

  /** Those of the service after those on this computer, each once. */
  readonly found: readonly FoundRecord[] = $derived.by(() => {
    const cached = this.#cached.value ?? [];
    const known = cached.map(({ id }) => id);
    return [...cached, ...(this.#service.value ?? []).filter(({ id }) => !holdsId(known, id))];
  });

  /** True once the service was asked for these words and has answered. */
  get serviceAnswered(): boolean {
    return this.#service.value !== null;
  }

  get asking(): boolean {
    return this.#service.pending;
  }

  get failure(): Failure | null {
    return this.#service.failure ?? this.#cached.failure;
  }

  /** Looks among the records on this computer. Sends no request. Resolves once these words have their answer, or others took their place. */
  find(connectionId: string, resource: ResourceName, text: string): Promise<void> {
    this.#service.cancel();
    this.#service.value = null;
    this.#service.failure = null;
    if (text.trim() === '') {
      this.#cached.cancel();
      this.#cached.value = null;
      return Promise.resolve();
    }
    return this.#cached.run(
      async () =>
        onlyRecords(
          await this.#bridge.searchCached({ connectionId, text, limit: mostFound, resources: [resource] }),
        ),
      { forget: false },
    );
  }

  /** Asks the service: one request. */
  ask(connectionId: string, resource: ResourceName, text: string): void {
    void this.#service.run(
      async (ticket) => {
        const result = await this.#bridge.searchService({
          connectionId,
          text,
          limit: mostFound,
          resources: [resource],
          ticket,
        });
        const failed = result.ok ? result.value.failures[0]?.failure : undefined;
        return failed === undefined ? onlyRecords(result) : { ok: false, failure: failed };
      },
      { forget: true },
    );
  }

  close(): void {
    this.#cached.cancel();
    this.#service.cancel();
  }
}

/** A search finds addresses too, which are no records. */
function onlyRecords(result: Result<{ hits: readonly SearchHit[] }>): Result<readonly FoundRecord[]> {
  if (!result.ok) return result;
  return ok(result.value.hits.flatMap((hit) => (hit.id === null ? [] : [{ ...hit, id: hit.id }])));
}
