import { hourMs } from '../../../../preload/contract/days.ts';

/**
 * How fast requests follow each other. Even steps leave the burst of the budget to the person, and never send more than an hour
 * allows, whatever the clock on the wall is set to. All times are those of a clock that is never set.
 */
export interface RateController {
  /** Requests an hour that lists may spend; null where there is no limit. */
  readonly had: number | null;
  /** From one request to the next, in milliseconds. */
  readonly stepMs: number;
  /** The earliest moment for the next request. */
  readonly nextAt: number;
  /** Why that is later than the usual step. */
  readonly waitsFor: 'budget' | 'service' | null;
  sent(): void;
  answered(): void;
  /** The service, or the budget, refuses until then. `byService`: though our own count had requests left. */
  refused(until: number, byService: boolean): void;
  /** The service is down. */
  failed(): void;
  /** Forgets what it waits for. */
  hurry(): void;
  /** The part of the budget that others leave, as learnt. */
  readonly share: number;
}

export interface RateControllerOptions {
  readonly limit: () => { readonly perHour: number; readonly reserve: number } | null;
  readonly elapsed: () => number;
  readonly random: () => number;
  readonly share: number;
}

/** Where no limit is known, a step between requests all the same. */
const politeMs = 1000;

const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;

/** A refusal by the service means that others spend: the share shrinks, and grows again hour by hour. */
const decreaseFactor = 0.75;
const leastShare = 0.1;
const shareWonPerHour = 0.05;
/** Refusals in a row teach once. */
const lessonMs = 10 * 60_000;

export function createRateController({
  limit,
  elapsed,
  random,
  share: stored,
}: RateControllerOptions): RateController {
  let share = Math.min(1, Math.max(leastShare, stored));
  let sharedAt = elapsed();
  let lessonAt = -Infinity;
  let stepAt = 0;
  let pauseUntil = 0;
  let pauseFor: 'budget' | 'service' | null = null;
  let failures = 0;

  function shareNow(): number {
    const hours = (elapsed() - sharedAt) / hourMs;
    return Math.min(1, share + hours * shareWonPerHour);
  }

  function had(): number | null {
    const limits = limit();
    if (limits === null) return null;
    return Math.max(1, (limits.perHour - limits.reserve) * shareNow());
  }

  function stepMs(): number {
    const perHour = had();
    return perHour === null ? politeMs : hourMs / perHour;
  }

  return {
    get had() {
      return had();
    },
    get stepMs() {
      return stepMs();
    },
    get nextAt() {
      return Math.max(stepAt, pauseUntil);
    },
    get waitsFor() {
      return pauseUntil > elapsed() ? pauseFor : null;
    },
    get share() {
      return shareNow();
    },
    sent() {
      stepAt = elapsed() + stepMs();
    },
    answered() {
      failures = 0;
      pauseFor = null;
    },
    refused(until, byService) {
      pauseUntil = until;
      pauseFor = 'budget';
      if (!byService || elapsed() - lessonAt < lessonMs) return;
      share = Math.max(leastShare, shareNow() * decreaseFactor);
      sharedAt = elapsed();
      lessonAt = elapsed();
    },
    failed() {
      failures += 1;
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
      // Half of it stays whatever the chance, so that no one hammers.
      pauseUntil = elapsed() + pause / 2 + (random() * pause) / 2;
      pauseFor = 'service';
    },
    hurry() {
      pauseUntil = 0;
      stepAt = 0;
      failures = 0;
    },
  };
}
