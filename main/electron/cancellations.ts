/** Requests that the window may call off, by the ticket it gave them. */
export class CancellationRegistry {
  readonly #controllers = new Map<string, AbortController>();

  /** Runs `work` with a signal that `cancel` aborts; without a ticket it cannot be called off. */
  async during<T>(ticket: string | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    if (ticket === undefined) return work(controller.signal);
    this.#controllers.set(ticket, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (this.#controllers.get(ticket) === controller) this.#controllers.delete(ticket);
    }
  }

  /** Does nothing for a request that has ended. */
  cancel(ticket: string): void {
    this.#controllers.get(ticket)?.abort();
  }
}
