import { minuteMs } from '../../../preload/contract/days.ts';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from '../once.ts';

/**
 * Times of garbage collection, in milliseconds: `pause` after the last work if more than `between` have
 * passed since the last collection; otherwise once they have passed, at least `idle` after the last work.
 */
export interface CollectionTimes {
  readonly idle: number;
  readonly pause: number;
  readonly between: number;
}

const usualTimes: CollectionTimes = { idle: 5000, pause: 300, between: minuteMs / 2 };

export function makeCollections(collect: () => void, { idle, pause, between } = usualTimes) {
  let collectedAt = performance.now();
  let next: NodeJS.Timeout | undefined;
  const hold = (): void => {
    clearTimeout(next);
  };
  return {
    /** Delays the next collection, because work starts. */
    hold,
    worked() {
      hold();
      const left = collectedAt + between - performance.now();
      next = setTimeout(
        () => {
          collectedAt = performance.now();
          collect();
        },
        left <= 0 ? pause : Math.max(idle, left),
      ).unref();
    },
  };
}

const prepare = once((): ((options: { flavor: 'last-resort' }) => void) => {
  // Never reset: flags belong to the whole process, and another thread may be creating its context.
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function'
    ? (options) => void Reflect.apply(collect, undefined, [options])
    : () => undefined;
});

/** Collects garbage and returns memory to the system. Takes 20 ms, so for idle threads only. */
export function collectGarbage(): void {
  prepare()({ flavor: 'last-resort' });
}

/** This process's heap exists before it reads them. Threads start with the maximum young generation. */
const flags = [
  '--semi-space-growth-factor=1',
  '--min-semi-space-size=4',
  '--initial-old-space-size=16',
  '--heap-growing-percent=50',
] as const;

/** Keeps the heaps of this process and its threads small. Call it before any thread is started. */
export function limitOwnHeaps(): void {
  for (const flag of flags) setFlagsFromString(flag);
}
