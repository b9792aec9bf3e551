import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals within these milliseconds are one: a terminal signals the group, and its leader relays it. */
const sameWithin = 1000;

/** Milliseconds to notice, and to close. */
const noticeMs = 1500;
const closeMs = 10_000;

/** Stops a command: lets it close its work, but ends one that does not notice. */
export class Stop {
  readonly #stopped = new AbortController();
  readonly #end: (by: NodeJS.Signals) => void;
  #by: NodeJS.Signals | null = null;
  #at = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(end: (by: NodeJS.Signals) => void = () => undefined) {
    this.#end = end;
    this.listen();
  }

  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  get exitCode(): number | null {
    return this.#by === null ? null : exitCodeOfSignal(this.#by);
  }

  /** Listens again if another part of the program has replaced the handlers. */
  listen(): void {
    for (const name of signals) process.off(name, this.by).on(name, this.by);
  }

  /** A second signal ends the process at once. */
  readonly by = (signal: NodeJS.Signals): void => {
    if (this.#by === null) {
      this.#by = signal;
      this.#at = performance.now();
      this.#stopped.abort();
      this.#endAfter(noticeMs);
    } else if (performance.now() - this.#at > sameWithin) {
      for (const name of signals) process.off(name, this.by);
      process.kill(process.pid, signal);
    }
  };

  readonly closes = (): void => {
    if (this.#by !== null) this.#endAfter(closeMs);
  };

  /** Ends a stopped program, which would wait for output that nobody reads. */
  readonly closed = (code: number): void => {
    if (this.#by === null) return;
    // An exit would wait for a pending DNS lookup.
    if (process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) this.#end(this.#by);
    else process.exit(code);
  };

  #endAfter(ms: number): void {
    const by = this.#by;
    clearTimeout(this.#timer);
    if (by !== null) this.#timer = setTimeout(this.#end, ms, by).unref();
  }
}

/** Ends this process by its signal's default action, without waiting for a pending DNS lookup. */
export function endBySignal(by: NodeJS.Signals): void {
  process.removeAllListeners(by);
  process.kill(process.pid, by);
}

export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
