/** The pages of a list that are asked for, each under a ticket that can be called off. */
export class PendingPages {
  readonly #cancel: (ticket: string) => void;
  readonly #cancellations = new Map<number, string>();

  constructor(cancel: (ticket: string) => void) {
    this.#cancel = cancel;
  }

  has(page: number): boolean {
    return this.#cancellations.has(page);
  }

  begin(page: number): string {
    const ticket = crypto.randomUUID();
    this.#cancellations.set(page, ticket);
    return ticket;
  }

  /** False for an asking that was called off, or followed by another for the same page. */
  end(page: number, ticket: string): boolean {
    if (this.#cancellations.get(page) !== ticket) return false;
    this.#cancellations.delete(page);
    return true;
  }

  /** Calls off what is asked for beside these pages. */
  keepOnly(pages: readonly number[]): void {
    for (const [page, ticket] of [...this.#cancellations]) {
      if (pages.includes(page)) continue;
      this.#cancellations.delete(page);
      this.#cancel(ticket);
    }
  }
}
