import { FailureError, errorText } from '../../../preload/contract/failures.ts';

/** What the sample data service reports once it listens. */
export interface RunningSample {
  readonly url: string;
  readonly key: string;
  /** Resolves when it has ended, by `close` or by an error. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** The sample data service of this process: started when it is first needed, and again after it has ended by an error. */
export class SampleRunner {
  readonly #start: (signal: AbortSignal) => Promise<RunningSample>;
  readonly #stop = new AbortController();
  #starting: Promise<RunningSample> | undefined;
  #running: RunningSample | undefined;

  constructor(start: (signal: AbortSignal) => Promise<RunningSample>) {
    this.#start = start;
  }

  /** Where it listens, if it does. */
  get url(): string | undefined {
    return this.#running?.url;
  }

  /** @throws FailureError `storage` where the data cannot be made. */
  run(): Promise<RunningSample> {
    this.#starting ??= this.#begin();
    return this.#starting;
  }

  /** Ends it, also while its data is being made. */
  async close(): Promise<void> {
    if (this.#running !== undefined) await this.#running.close();
    else this.#stop.abort();
  }

  async #begin(): Promise<RunningSample> {
    try {
      const running = await this.#start(this.#stop.signal);
      this.#running = running;
      void running.ended.then(() => {
        this.#running = undefined;
        this.#starting = undefined;
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
