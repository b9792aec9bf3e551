import { minuteMs } from '../../preload/contract/days.ts';
import { type Failure, failureOf } from '../../preload/contract/failures.ts';

export class RefreshLog {
  readonly #now: () => number;
  readonly #running = new Set<string>();
  readonly #failures = new Map<string, { failure: Failure; at: number }>();

  readonly #pauseMs: number;

  /** `pauseMs`: pause after a failed refresh, because the window asks again when it hears of the failure. */
  constructor(now: () => number, pauseMs = minuteMs) {
    this.#now = now;
    this.#pauseMs = pauseMs;
  }

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
