import { type Failure, failureOf } from '../../../preload/contract/failures.ts';

/** After a failed refresh the same thing is left alone for this long: the window asks again when it hears of the failure. */
const pauseAfterFailureMs = 60_000;

/** Refreshes that run behind what the user sees: one at a time for a key, with the failure of the last one stored. */
export class RefreshLog {
  readonly #now: () => number;
  readonly #running = new Set<string>();
  readonly #failures = new Map<string, { failure: Failure; at: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Why the last refresh of this key failed, if that was less than a minute ago. */
  recentFailure(key: string): Failure | null {
    const failed = this.#failures.get(key);
    if (failed === undefined) return null;
    if (this.#now() - failed.at <= pauseAfterFailureMs) return failed.failure;
    this.#failures.delete(key);
    return null;
  }

  /** Starts `work` unless it already runs for this key, and calls `ended` when it has succeeded or failed. */
  run(key: string, work: () => Promise<unknown>, ended: () => void): void {
    if (this.#running.has(key)) return;
    this.#running.add(key);
    work()
      .then(
        () => this.#failures.delete(key),
        (error: unknown) =>
          this.#failures.set(key, {
            failure: failureOf(error, 'The refresh failed because of an internal error.'),
            at: this.#now(),
          }),
      )
      .finally(() => {
        this.#running.delete(key);
        ended();
      });
  }
}
