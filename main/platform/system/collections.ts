import { minuteMs } from '../../../preload/contract/days.ts';

/**
 * When garbage is collected, in milliseconds: `idle` after the last work; once more than `between` have passed since the last collection, already in a
 * pause of `pause`.
 */
export interface CollectionTimes {
  readonly idle: number;
  readonly pause: number;
  readonly between: number;
}

const usualTimes: CollectionTimes = { idle: 5000, pause: 300, between: minuteMs / 2 };

/** Has garbage collected while nobody waits. A collection takes 20 to 100 ms. */
export interface Collections {
  /** Something was done, after which the next collection is to come. */
  worked(): void;
  /** Something is about to be done: no collection before it has been. */
  hold(): void;
}

export function makeCollections(collect: () => void, { idle, pause, between } = usualTimes): Collections {
  let collectedAt = performance.now();
  let next: NodeJS.Timeout | undefined;
  const hold = (): void => {
    clearTimeout(next);
  };
  return {
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
