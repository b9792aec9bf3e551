import { minuteMs } from '../../../preload/contract/days.ts';

/**
 * When garbage is collected, in milliseconds: `pause` after the last work if more than `between` have passed since the last collection. Otherwise once they have
 * passed, and not sooner than `idle` after the last work.
 */
export interface CollectionTimes {
  readonly idle: number;
  readonly pause: number;
  readonly between: number;
}

const usualTimes: CollectionTimes = { idle: 5000, pause: 300, between: minuteMs / 2 };

/** Collects garbage while nobody waits. A collection takes 20 to 100 ms. */
export function makeCollections(collect: () => void, { idle, pause, between } = usualTimes) {
  let collectedAt = performance.now();
  let next: NodeJS.Timeout | undefined;
  const hold = (): void => {
    clearTimeout(next);
  };
  return {
    /** Puts the next collection off: something is about to be done. */
    hold,
    /** Schedules the next collection: something was done. */
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
