import { minuteMs } from '../../preload/contract/days.ts';
import { type Failure, failureOf } from '../../preload/contract/failures.ts';

/** Refreshes that run behind what the user sees: one at a time for a key, with the failure of the last one stored. */
export class RefreshLog {
  readonly #now: () => number;
  readonly #running = new Set<string>();
  readonly #failures = new Map<string, { failure: Failure; at: number }>();

  readonly #pauseMs: number;

  /** @param pauseMs how long a key is left alone after a failed refresh: the window asks again when it hears of the failure */
  constructor(now: () => number, pauseMs = minuteMs) {
    this.#now = now;
    this.#pauseMs = pauseMs;
  }

  /** Why the last refresh of this key failed, within the pause after it. */
  recentFailure(key: string): Failure | null {
    const failed = this.#failures.get(key);
    if (failed === undefined) return null;
    if (Math.abs(this.#now() - failed.at) <= this.#pauseMs) return failed.failure;
    this.#failures.delete(key);
    return null;
  }

  failed(key: string, failure: Failure): void {
    this.#failures.set(key, { failure, at: this.#now() });
  }

  /** Starts `work` unless it already runs for this key, and calls `ended` when it has succeeded or failed. */
  run(key: string, work: () => Promise<unknown>, ended: () => void): void {
    if (this.#running.has(key)) return;
    this.#running.add(key);
    work()
      .then(
        () => this.#failures.delete(key),
        (error: unknown) =>
          this.failed(key, failureOf(error, 'The refresh failed because of an internal error.')),
      )
      .finally(() => {
        this.#running.delete(key);
        ended();
      });
  }
}
