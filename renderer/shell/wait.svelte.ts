/** Faster answers would only flicker. */
const slowAfterMs = 150;
/** Cancelling is offered after this time. */
const waitingAfterMs = 3000;

export class Wait {
  pending = $state(false);
  slow = $state(false);
  waiting = $state(false);
  #timers: ReturnType<typeof setTimeout>[] = [];

  /** Also restarts a running wait. */
  begin(): void {
    this.end();
    this.pending = true;
    this.#timers = [
      setTimeout(() => {
        this.slow = true;
      }, slowAfterMs),
      setTimeout(() => {
        this.waiting = true;
      }, waitingAfterMs),
    ];
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.pending = false;
    this.slow = false;
    this.waiting = false;
  }
}
