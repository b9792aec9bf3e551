/** Stores items from outside, such as links, until the window, which may have to open, takes them. */
export class Arriving<What> {
  #waiting: readonly What[] = [];
  readonly #onArrived: () => void;
  readonly #most: number;

  /** @param most maximum number of waiting items; a new one replaces the oldest */
  constructor(onArrived: () => void, most = 1) {
    this.#onArrived = onArrived;
    this.#most = most;
  }

  arrive(what: What): void {
    this.#waiting = [...this.#waiting, what].slice(-this.#most);
    this.#onArrived();
  }

  take(): What | null {
    const [next = null, ...later] = this.#waiting;
    this.#waiting = later;
    return next;
  }
}
