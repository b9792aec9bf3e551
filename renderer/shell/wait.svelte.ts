/** Answers that take longer get a skeleton or a progress line; faster ones would only flicker. */
const slowAfterMs = 150;
/** Answers that take longer than this are worth a word, and a way to give up. */
const waitingAfterMs = 3000;

/** The wait for an answer. */
export class Wait {
  pending = $state(false);
  /** True once it is noticeably long. */
  slow = $state(false);
  /** True once the user may want to give up. */
  waiting = $state(false);
  #timers: ReturnType<typeof setTimeout>[] = [];

  /** Begins anew, also while an earlier wait lasts. */
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
