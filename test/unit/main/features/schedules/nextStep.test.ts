import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../../../preload/contract/days.ts';
import type { Schedule, ScheduleRun } from '../../../../../preload/contract/schedules.ts';
import { newRun, nextStep, underThisClock } from '../../../../../main/features/schedules/nextStep.ts';

const made = Date.UTC(2026, 10, 25, 6, 30);
const schedule: Schedule = {
  id: 'one',
  name: 'Hourly',
  work: { kind: 'mirror', mirrorId: 'mirror' },
  times: { kind: 'hourly', minute: 0 },
  on: true,
  waitMinutes: null,
  late: 'fail',
  createdAt: made,
  changedAt: made,
  dueAfter: made,
};
const seven = Date.UTC(2026, 10, 25, 7);

function runAt(dueAt: number, change: Partial<ScheduleRun> = {}): ScheduleRun {
  return { ...newRun(schedule, { dueAt, now: dueAt }), ...change };
}

describe('what a schedule needs now', () => {
  it('is nothing before its first due time', () => {
    expect(nextStep(schedule, [], seven - 1)).toEqual({ ended: [], run: null, isNew: false });
  });

  it('is a run that was killed, anew, but no fourth time', () => {
    const killed = runAt(seven);
    const again = nextStep(schedule, [killed], seven + minuteMs);
    expect(again).toMatchObject({
      isNew: false,
      run: { id: killed.id, startedAt: seven + minuteMs, retries: 1 },
    });
    const last = nextStep(schedule, [{ ...killed, retries: 3 }], seven + minuteMs);
    expect(last).toMatchObject({ run: null, ended: [{ id: killed.id, state: 'failed' }] });
    expect(last.ended[0]?.failure?.message).toContain('each time that this run was begun');
  });

  it('is the next run where the one before did not end in time', () => {
    const stuck = runAt(seven, { state: 'retrying', retryAt: seven + 2 * hourMs });
    const next = nextStep(schedule, [stuck], seven + hourMs);
    expect(next).toMatchObject({ isNew: true, run: { dueAt: seven + hourMs, missed: 0 } });
    expect(next.ended).toMatchObject([{ id: stuck.id, state: 'failed' }]);
  });

  it('is nothing new where the clock was set back, and the next time after it', () => {
    const done = runAt(seven, { state: 'done' });
    expect(nextStep(schedule, [done], seven - 10 * minuteMs).run).toBeNull();
    expect(nextStep(schedule, [done], seven + minuteMs).run).toBeNull();
    expect(nextStep(schedule, [done], seven + hourMs).run).toMatchObject({
      dueAt: seven + hourMs,
      missed: 0,
    });
  });

  it('is nothing while it is off, and what was to be tried again ends', () => {
    const off = { ...schedule, on: false };
    const waiting = runAt(seven, { state: 'retrying', retryAt: seven + minuteMs });
    expect(nextStep(off, [waiting], seven + hourMs)).toMatchObject({
      run: null,
      ended: [{ state: 'failed' }],
    });
  });

  it('does not count a run that the user started as one that was due', () => {
    const own = runAt(seven + minuteMs, { manual: true, state: 'done' });
    expect(nextStep(schedule, [own], seven + 2 * minuteMs).run).toMatchObject({ dueAt: seven, missed: 0 });
  });
});

it('a retry waits no longer than after the failure, also where the clock was ahead by minutes', () => {
  const retrying = (retryAt: number) => ({
    schedule,
    runs: [runAt(seven, { state: 'retrying', retryAt, retries: 0 })],
  });
  const now = seven + minuteMs;
  expect(underThisClock(retrying(now + 8 * minuteMs), now).runs).toMatchObject([{ retryAt: now }]);
  const right = retrying(now + 5 * minuteMs);
  expect(underThisClock(right, now)).toBe(right);
});
