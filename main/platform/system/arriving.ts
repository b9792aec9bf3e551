/** What comes from outside of the window, which may have to open first: stored until the window takes it. */
export class Arriving<What> {
  #waiting: readonly What[] = [];
  readonly #onArrived: () => void;
  readonly #most: number;

  /** @param most how many may wait: newer ones take the place of the oldest */
  constructor(onArrived: () => void, most = 1) {
    this.#onArrived = onArrived;
    this.#most = most;
  }

  /** Stores and announces it. */
  arrive(what: What): void {
    this.#waiting = [...this.#waiting, what].slice(-this.#most);
    this.#onArrived();
  }

  /** What has waited longest, once; null for nothing. */
  take(): What | null {
    const [next = null, ...later] = this.#waiting;
    this.#waiting = later;
    return next;
  }
}
