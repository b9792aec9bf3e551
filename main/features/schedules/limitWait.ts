import { minuteMs } from '../../../preload/contract/days.ts';
import type { JobControl } from '../../jobs/jobs.ts';

/** Interval of looking at the clock, so that setting it, or sleep, does not extend a wait. */
const recheckMs = 1000;

interface LimitWait {
  readonly control: JobControl;
  readonly isOver: boolean;
  end(): void;
}

/** @param waitMinutes from `startedAt`; null: without limit */
export function limitWait(
  control: JobControl,
  { startedAt, waitMinutes, now }: { startedAt: number; waitMinutes: number | null; now: () => number },
): LimitWait {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  function look(until: number, before = now()): void {
    const at = now();
    // If the clock was set back, the end moves with it.
    const end = until - Math.max(0, before - at);
    if (end > at) {
      timer = setTimeout(() => look(end, at), Math.min(end - at, recheckMs));
      return;
    }
    isOver = true;
    controller.abort('limit');
  }

  return {
    control: {
      signal: AbortSignal.any([control.signal, controller.signal]),
      update(change) {
        control.update(change);
        if (change.state === undefined) return;
        clearTimeout(timer);
        if (change.state === 'waiting' && waitMinutes !== null) look(startedAt + waitMinutes * minuteMs);
      },
    },
    get isOver() {
      return isOver;
    },
    end() {
      clearTimeout(timer);
    },
  };
}
