import { minuteMs } from '../../../preload/contract/days.ts';
import { FailureError, errorText } from '../../../preload/contract/failures.ts';
import { once } from '../../platform/once.ts';

export interface RunningSample {
  readonly url: string;
  readonly key: string;
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

interface SampleLease {
  readonly url: string;
  readonly key: string;
  /** Call once the response was read: the service keeps running until then. */
  readonly release: () => void;
}

/** Starts on demand, stops after a while without requests, and restarts even after an error. */
export class SampleRunner {
  readonly #start: (signal: AbortSignal) => Promise<RunningSample>;
  readonly #idleMs: number | null;
  readonly #stop = new AbortController();
  #starting: Promise<RunningSample> | undefined;
  #running: RunningSample | undefined;
  #ending: Promise<void> | undefined;
  #leases = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param idleMs milliseconds without a request before it stops; null for never */
  constructor(start: (signal: AbortSignal) => Promise<RunningSample>, idleMs: number | null = minuteMs) {
    this.#start = start;
    this.#idleMs = idleMs;
  }

  get url(): string | undefined {
    return this.#running?.url;
  }

  /** @throws FailureError `storage` if the data cannot be made. */
  async lease(): Promise<SampleLease> {
    this.#leases += 1;
    clearTimeout(this.#idle);
    const release = once(() => {
      this.#leases -= 1;
      if (this.#leases === 0) this.#endWhenIdle();
    });
    try {
      const { url, key } = await (this.#starting ??= this.#begin());
      return { url, key, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Stops the service, even while it creates its data. It does not start again. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#stop.abort();
    await this.#ending;
    await this.#starting?.then(
      (running) => running.close(),
      () => undefined,
    );
  }

  #endWhenIdle(): void {
    if (this.#idleMs === null) return;
    this.#idle = setTimeout(() => {
      this.#ending = this.#running?.close();
      this.#forget();
    }, this.#idleMs).unref();
  }

  #forget(): void {
    this.#running = undefined;
    this.#starting = undefined;
  }

  async #begin(): Promise<RunningSample> {
    try {
      // Two services would write the same files.
      if (this.#ending !== undefined) await this.#ending;
      const running = await this.#start(this.#stop.signal);
      this.#running = running;
      void running.ended.then(() => {
        if (this.#running === running) this.#forget();
      });
      return running;
    } catch (error) {
      this.#starting = undefined;
      throw new FailureError(
        {
          code: 'storage',
          message:
            'The sample data could not be prepared. Check that the disk is not full, then restart the app.',
          detail: errorText(error),
        },
        { cause: error },
      );
    }
  }
}
