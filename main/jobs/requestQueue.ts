import type { ResourceName } from '../../preload/contract/resources.ts';

interface QueuedRequest {
  readonly resource: ResourceName;
  readonly title: string;
  /** Milliseconds since 1970 UTC. */
  readonly since: number;
  readonly until: number;
}

/** Longest wait first; `enter` returns how to leave. */
export class RequestQueue {
  readonly #onChanged: () => void;
  readonly #waiters = new Set<QueuedRequest>();

  constructor(onChanged: () => void) {
    this.#onChanged = onChanged;
  }

  get all(): readonly QueuedRequest[] {
    return [...this.#waiters].sort((a, b) => a.since - b.since);
  }

  enter(waiter: QueuedRequest): () => void {
    this.#waiters.add(waiter);
    this.#onChanged();
    return () => {
      this.#waiters.delete(waiter);
      this.#onChanged();
    };
  }
}
