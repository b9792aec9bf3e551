import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitWait } from '../../../../../main/features/schedules/limitWait.ts';
import { dayMs, minuteMs } from '../../../../../preload/contract/days.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([0, -dayMs])(
  'a run waits for the request limit as long as it may, where the clock is set by %d ms meanwhile',
  async (ms) => {
    const control = { signal: new AbortController().signal, update: () => undefined };
    const wait = limitWait(control, { startedAt: Date.now(), waitMinutes: 10, now: Date.now });
    wait.control.update({ state: 'waiting' });
    await vi.advanceTimersByTimeAsync(4 * minuteMs);
    vi.setSystemTime(Date.now() + ms);
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    expect(wait.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(2 * minuteMs);
    expect(wait.isOver).toBe(true);
    expect(wait.control.signal.aborted).toBe(true);
  },
);
