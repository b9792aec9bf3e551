import type { ResourceName } from '../../../preload/contract/resources.ts';

export interface QueuedRequest {
  readonly resource: ResourceName;
  /** Title for the view of the budget. */
  readonly title: string;
  /** Milliseconds since 1970 UTC. */
  readonly since: number;
  readonly until: number;
}

/** Work that waits for the budgets of one connection, longest wait first. */
export class RequestQueue {
  readonly #onChanged: () => void;
  readonly #waiters = new Set<QueuedRequest>();

  constructor(onChanged: () => void) {
    this.#onChanged = onChanged;
  }

  get all(): readonly QueuedRequest[] {
    return [...this.#waiters].sort((a, b) => a.since - b.since);
  }

  /** Returns a function that leaves the queue. */
  enter(waiter: QueuedRequest): () => void {
    this.#waiters.add(waiter);
    this.#onChanged();
    return () => {
      this.#waiters.delete(waiter);
      this.#onChanged();
    };
  }
}
