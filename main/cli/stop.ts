import { constants } from 'node:os';

/** By which a person, a service manager or a terminal that closes ends a program. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A terminal and a service manager signal a whole group of processes, whose first hands the signal on: within this time, in ms, it is the same. */
const sameWithin = 1000;

/** How long a command may take to notice, in milliseconds; and to close what it has begun. */
const noticeMs = 1500;
const closeMs = 10_000;

/** Tells a command that it is to stop. What it has begun it may still close; what waits for somebody else and does not notice is ended. */
export class Stop {
  readonly #stopped = new AbortController();
  readonly #end: (by: NodeJS.Signals) => void;
  #by: NodeJS.Signals | null = null;
  #at = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param end ends the program, whatever it waits for */
  constructor(end: (by: NodeJS.Signals) => void = () => undefined) {
    this.#end = end;
    this.listen();
  }

  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  /** With what the command ends then; null where it was not stopped. Rule: shells say so of a program that a signal has ended. */
  get exitCode(): number | null {
    return this.#by === null ? null : exitCodeOfSignal(this.#by);
  }

  /** Listens, once more where another part of the program has taken the signals over since. */
  listen(): void {
    for (const name of signals) process.off(name, this.by).on(name, this.by);
  }

  /** The first counts; a later one ends the process, whatever it is closing. */
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

  /** The command closes what it has begun, which takes longer on a busy computer. */
  readonly closes = (): void => {
    if (this.#by !== null) this.#endAfter(closeMs);
  };

  /** Ends a program that was stopped and has closed everything: output that nobody reads would keep it waiting. */
  readonly closed = (code: number): void => {
    if (this.#by === null) return;
    // An exit waits for a look-up of a name, as long as that takes.
    if (process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) this.#end(this.#by);
    else process.exit(code);
  };

  #endAfter(ms: number): void {
    const by = this.#by;
    clearTimeout(this.#timer);
    if (by !== null) this.#timer = setTimeout(this.#end, ms, by).unref();
  }
}

/** Ends this process as the system does at a signal that nobody listens to: even a look-up of a name, for which an exit waits, ends. */
export function endBySignal(by: NodeJS.Signals): void {
  process.removeAllListeners(by);
  process.kill(process.pid, by);
}

export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
