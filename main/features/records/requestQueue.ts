import type { ResourceName } from '../../../preload/contract/resources.ts';

/** Work that waits until its budget has a request for it. */
export interface QueuedRequest {
  readonly resource: ResourceName;
  /** What it is, for the person who looks at the budget. */
  readonly title: string;
  /** Both in milliseconds since 1970 UTC. */
  readonly since: number;
  readonly until: number;
}

/** Who waits for the budgets of one connection, the one that waits for longest first. */
export class RequestQueue {
  readonly #onChanged: () => void;
  readonly #waiters = new Set<QueuedRequest>();

  constructor(onChanged: () => void) {
    this.#onChanged = onChanged;
  }

  get all(): readonly QueuedRequest[] {
    return [...this.#waiters].sort((a, b) => a.since - b.since);
  }

  /** Returns how to leave. */
  enter(waiter: QueuedRequest): () => void {
    this.#waiters.add(waiter);
    this.#onChanged();
    return () => {
      this.#waiters.delete(waiter);
      this.#onChanged();
    };
  }
}
