import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../../../../preload/contract/days.ts';
import { readScheduleText, scheduleText } from '../../../../../preload/contract/scheduleText.ts';
import type { ScheduleTimes } from '../../../../../preload/contract/schedules.ts';
import { latestDue, nextDue } from '../../../../../main/features/schedules/dueTimes.ts';

/** A moment on the clock of this computer. */
const at = (month: number, day: number, hour = 0, minute = 0): number =>
  new Date(2026, month - 1, day, hour, minute).getTime();

describe('the next due time', () => {
  it.each<[ScheduleTimes, number, number]>([
    [{ kind: 'hourly', minute: 45 }, at(11, 25, 7, 10), at(11, 25, 7, 45)],
    [{ kind: 'daily', at: 6 * 60 + 30 }, at(11, 25, 7), at(11, 26, 6, 30)],
    [{ kind: 'daily', at: 0 }, at(12, 31, 7), new Date(2027, 0, 1).getTime()],
    // 25 November 2026 is a Wednesday.
    [{ kind: 'weekly', weekday: 1, at: 7 * 60 }, at(11, 25), at(11, 30, 7)],
    [{ kind: 'weekly', weekday: 7, at: 7 * 60 }, at(11, 25), at(11, 29, 7)],
    [{ kind: 'monthly', day: 28, at: 23 * 60 + 59 }, at(2, 1), at(2, 28, 23, 59)],
    [{ kind: 'monthly', day: 'last', at: 60 }, at(2, 1), at(2, 28, 1)],
    [{ kind: 'monthly', day: 'last', at: 60 }, at(11, 1), at(11, 30, 1)],
  ])('of %j is on the clock of this computer', (times, after, due) => {
    expect(nextDue(times, after)).toBe(due);
    expect(nextDue(times, due - 1)).toBe(due);
    expect(nextDue(times, due)).toBeGreaterThan(due);
    expect(readScheduleText(scheduleText(times).toUpperCase())).toEqual(times);
  });
});

describe('the latest due time', () => {
  const times = { kind: 'daily', at: 12 * 60 } as const;

  it('is the last of those that passed, and counts the others', () => {
    expect(latestDue(times, at(11, 20, 12), at(11, 25, 11))).toEqual({ dueAt: at(11, 24, 12), missed: 3 });
    expect(latestDue(times, at(11, 24), at(11, 24, 12))).toEqual({ dueAt: at(11, 24, 12), missed: 0 });
  });

  it('is none where nothing was due, also where the clock was set back', () => {
    expect(latestDue(times, at(11, 24, 12), at(11, 25, 11))).toBeNull();
    expect(latestDue(times, at(11, 24, 12), at(11, 20, 12))).toBeNull();
  });

  it('is found at once where the clock was at the year 1970, and counted for a year', () => {
    const to = at(11, 25, 12);
    expect(latestDue({ kind: 'hourly', minute: 0 }, 0, to)).toEqual({ dueAt: to, missed: 366 * 24 - 1 });
  });

  it('is found after a year of hours', () => {
    const from = at(1, 1);
    const found = latestDue({ kind: 'hourly', minute: 0 }, from, from + 365 * dayMs);
    expect(found).toEqual({ dueAt: from + 365 * dayMs, missed: (365 * dayMs) / hourMs - 1 });
  });
});

it('a time that the clock jumps over is due when it has jumped, one that comes twice the first time', () => {
  const module = new URL('../../../../../main/features/schedules/dueTimes.ts', import.meta.url).href;
  const script = `import { nextDue } from ${JSON.stringify(module)};
    const times = { kind: 'daily', at: 150 };
    const due = ['2026-03-28T12:00Z', '2026-03-29T01:00Z', '2026-10-24T12:00Z', '2026-10-25T00:30Z']
      .map((after) => new Date(nextDue(times, Date.parse(after))).toISOString());
    process.stdout.write(due.join(' '));`;
  const env = { ...process.env, TZ: 'Europe/Berlin' };
  const due = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env }).toString();
  expect(due.split(' ')).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
});
