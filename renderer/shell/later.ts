/** Work put off until its occasion stops recurring; of one key the last work counts. */
export class Later<Key> {
  readonly #afterMs: number;
  readonly #waiting = new Map<Key, { timer: ReturnType<typeof setTimeout>; run: () => void }>();

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  has(key: Key): boolean {
    return this.#waiting.has(key);
  }

  /** Does the work after the delay, in place of work that waits under the same key. */
  run(key: Key, work: () => void): void {
    clearTimeout(this.#waiting.get(key)?.timer);
    const run = (): void => {
      this.#waiting.delete(key);
      work();
    };
    this.#waiting.set(key, { timer: setTimeout(run, this.#afterMs), run });
  }

  /** Does at once what is waiting. */
  flush(): void {
    for (const { timer, run } of [...this.#waiting.values()]) {
      clearTimeout(timer);
      run();
    }
  }
}
