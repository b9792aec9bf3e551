/** The pages of a list that are requested, each under a ticket that cancels it. */
export class PendingPages {
  readonly #cancel: (ticket: string) => void;
  readonly #tickets = new Map<number, string>();

  constructor(cancel: (ticket: string) => void) {
    this.#cancel = cancel;
  }

  has(page: number): boolean {
    return this.#tickets.has(page);
  }

  begin(page: number): string {
    const ticket = crypto.randomUUID();
    this.#tickets.set(page, ticket);
    return ticket;
  }

  /** False for a request that was cancelled, or followed by another for the same page. */
  end(page: number, ticket: string): boolean {
    if (this.#tickets.get(page) !== ticket) return false;
    this.#tickets.delete(page);
    return true;
  }

  /** Cancels what is requested beside these pages. */
  keepOnly(pages: readonly number[]): void {
    for (const [page, ticket] of [...this.#tickets]) {
      if (pages.includes(page)) continue;
      this.#tickets.delete(page);
      this.#cancel(ticket);
    }
  }
}
