import { minuteMs } from '../../../preload/contract/days.ts';
import { FailureError, errorText } from '../../../preload/contract/failures.ts';
import { once } from '../../platform/once.ts';

/** Reported by the sample data service once it listens. */
export interface RunningSample {
  readonly url: string;
  readonly key: string;
  /** Resolves when it has ended, by `close` or by an error. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** The sample data service as one request needs it. */
interface SampleLease {
  readonly url: string;
  readonly key: string;
  /** Called once the answer has been read: until then the service goes on. */
  readonly release: () => void;
}

/**
 * The sample data service of this process: starts on demand, ends without requests for a while, and starts
 * again with the next one, also after an error.
 */
export class SampleRunner {
  readonly #start: (signal: AbortSignal) => Promise<RunningSample>;
  readonly #idleMs: number | null;
  readonly #stop = new AbortController();
  #starting: Promise<RunningSample> | undefined;
  #running: RunningSample | undefined;
  #ending: Promise<void> | undefined;
  #leases = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param idleMs how long it goes on without a request; null for as long as this process */
  constructor(start: (signal: AbortSignal) => Promise<RunningSample>, idleMs: number | null = minuteMs) {
    this.#start = start;
    this.#idleMs = idleMs;
  }

  /** The address it listens on, if it runs. */
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

  /** Ends it, also while its data is being made. It does not start again. */
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
      // Two of them would write the same files.
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
