/** Debounces work by key. */
export class Later<Key> {
  readonly #afterMs: number;
  readonly #waiting = new Map<Key, { timer: ReturnType<typeof setTimeout>; run: () => void }>();

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  has(key: Key): boolean {
    return this.#waiting.has(key);
  }

  /** Replaces pending work of the key. */
  run(key: Key, work: () => void): void {
    clearTimeout(this.#waiting.get(key)?.timer);
    const run = (): void => {
      this.#waiting.delete(key);
      work();
    };
    this.#waiting.set(key, { timer: setTimeout(run, this.#afterMs), run });
  }

  flush(): void {
    for (const { timer, run } of [...this.#waiting.values()]) {
      clearTimeout(timer);
      run();
    }
  }
}
