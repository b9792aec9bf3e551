import type { Clock } from '../../../../../../../main/features/watchlists/scheduler/types.ts';

/** Time that goes on when everything waits. The clock on the wall may be set, the true time may not. */
export class VirtualTime {
  #now: number;
  readonly #start: number;
  /** How far the clock on the wall is off. */
  wallOffset = 0;
  readonly #waiting: { at: number; wake: () => void }[] = [];

  constructor(start: number) {
    this.#now = start;
    this.#start = start;
  }

  /** The true time, in milliseconds since 1970 UTC. */
  get now(): number {
    return this.#now;
  }

  at(moment: number, wake: () => void): () => void {
    const entry = { at: Math.max(moment, this.#now), wake };
    let place = this.#waiting.length;
    while (place > 0 && (this.#waiting[place - 1]?.at ?? 0) <= entry.at) place -= 1;
    this.#waiting.splice(place, 0, entry);
    return () => {
      const found = this.#waiting.indexOf(entry);
      if (found >= 0) this.#waiting.splice(found, 1);
    };
  }

  /** The clock of one run of the app, which ends when it dies: then nothing wakes any more. */
  clock(isDead: () => boolean): Clock {
    return {
      now: () => this.#now + this.wallOffset,
      elapsed: () => this.#now - this.#start,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (signal.aborted) {
            resolve();
            return;
          }
          const forget = this.at(this.#now + ms, () => {
            signal.removeEventListener('abort', abort);
            if (!isDead()) resolve();
          });
          const abort = (): void => {
            forget();
            if (!isDead()) resolve();
          };
          signal.addEventListener('abort', abort, { once: true });
        }),
    };
  }

  async run(until: number): Promise<void> {
    for (;;) {
      // All that is ready runs first.
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#waiting.at(-1);
      if (next === undefined || next.at > until) break;
      this.#waiting.pop();
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
    this.#now = until;
  }
}
