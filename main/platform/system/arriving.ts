/** Stores items from outside, such as links, until the window, which may have to open, takes them. */
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

  /** Removes and returns the oldest item; null if there is none. */
  take(): What | null {
    const [next = null, ...later] = this.#waiting;
    this.#waiting = later;
    return next;
  }
}
