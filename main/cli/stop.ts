import { constants } from 'node:os';

/** By which a person, a service manager or a terminal that closes ends a program. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Tells a command that it is to stop. What it has begun it may still close. */
export class Stop {
  readonly #stopped = new AbortController();
  #by: NodeJS.Signals | null = null;

  constructor() {
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
    for (const name of signals) process.off(name, this.by).once(name, this.by);
  }

  /** The first counts. */
  readonly by = (signal: NodeJS.Signals): void => {
    this.#by ??= signal;
    this.#stopped.abort();
  };
}

export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
