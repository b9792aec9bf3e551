import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../../../preload/contract/days.ts';
import type { ScheduleTimes } from '../../../../../preload/contract/schedules.ts';
import { dueTimes, nextDue } from '../../../../../main/features/schedules/dueTimes.ts';

/**
 * A year of schedules beside another computation: every minute of the year is read off the clock of the zone, and a time is due at the
 * first minute that shows it, or, on a day on which no minute shows it, at the first minute after.
 */

const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'UTC',
] as const;

const schedules: readonly ScheduleTimes[] = [
  { kind: 'hourly', minute: 0 },
  { kind: 'hourly', minute: 45 },
  { kind: 'hours', every: 2, minute: 15 },
  { kind: 'hours', every: 6, minute: 30 },
  { kind: 'daily', at: 0 },
  { kind: 'daily', at: 2 * 60 + 30 },
  { kind: 'daily', at: 1 * 60 + 45 },
  { kind: 'weekdays', days: [1, 2, 3, 4, 5], at: 7 * 60 },
  { kind: 'weekdays', days: [7], at: 2 * 60 + 15 },
  { kind: 'monthly', day: 1, at: 0 },
  { kind: 'monthly', day: 31, at: 2 * 60 },
  { kind: 'monthly', day: 'last', at: 23 * 60 + 59 },
];

/** A clock of a zone: what it shows, as the milliseconds since 1970 of a clock in UTC, minute by minute. */
interface Clock {
  readonly shown: readonly number[];
  /** The first minute that shows a time. */
  readonly firstOf: ReadonlyMap<number, number>;
}

const margin = 2 * dayMs;

function readClock(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const shown: number[] = [];
  const firstOf = new Map<number, number>();
  // Clocks change on the hour or half past it in UTC: within half an hour one reading tells the rest.
  for (let moment = year.from - margin; moment < year.to + margin; moment += 30 * minuteMs) {
    const read = Date.parse(`${format.format(moment).replace(' ', 'T')}Z`);
    for (let minute = 0; minute < 30; minute += 1) {
      const time = read + minute * minuteMs;
      if (!firstOf.has(time)) firstOf.set(time, moment + minute * minuteMs);
      shown.push(time);
    }
  }
  return { shown, firstOf };
}

/** What the clock shows when a schedule is due. */
function wantedTimes(times: ScheduleTimes): number[] {
  const wanted: number[] = [];
  for (let day = year.from - margin; day < year.to + margin; day += dayMs) {
    const date = new Date(day);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    const weekday = date.toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
    const number = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(weekday) + 1;
    if (times.kind === 'weekdays' && !times.days.includes(number)) continue;
    if (
      times.kind === 'monthly' &&
      date.getUTCDate() !== (times.day === 'last' || times.day > last ? last : times.day)
    )
      continue;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const isDue =
        times.kind === 'hourly'
          ? minute % 60 === times.minute
          : times.kind === 'hours'
            ? minute % (times.every * 60) === times.minute
            : minute === times.at;
      if (isDue) wanted.push(day + minute * minuteMs);
    }
  }
  return wanted;
}

/** The moments at which the clock shows each time first, or has passed it. */
function readOff({ shown, firstOf }: Clock, wanted: readonly number[]): number[] {
  const due = new Set<number>();
  const last = shown.at(-1) ?? 0;
  for (const time of wanted) {
    if (time > last) break;
    const passed = (): number => year.from - margin + shown.findIndex((minute) => minute > time) * minuteMs;
    const moment = firstOf.get(time) ?? passed();
    if (moment > year.from && moment <= year.to) due.add(moment);
  }
  return [...due].sort((a, b) => a - b);
}

describe('a year of schedules under a set clock', () => {
  it.each(zones)('is the same as read off the clock in %s', (timeZone) => {
    const clock = readClock(timeZone);
    for (const times of schedules) {
      const due = dueTimes({ times, timeZone }, year.from, year.to);
      expect(due, JSON.stringify(times)).toEqual(readOff(clock, wantedTimes(times)));
      // From one due time to the next one.
      const stepped = [year.from, ...due].slice(0, 60).map((now) => nextDue({ times, timeZone }, now));
      expect(stepped.slice(0, -1), JSON.stringify(times)).toEqual(due.slice(0, stepped.length - 1));
    }
  });
});

describe('changes of the clock', () => {
  const at = (text: string): number => Date.parse(text);

  it('run a time that does not exist when the clock has jumped, once', () => {
    const times: ScheduleTimes = { kind: 'daily', at: 2 * 60 + 30 };
    expect(
      dueTimes({ times, timeZone: 'Europe/Berlin' }, at('2026-03-28T12:00Z'), at('2026-03-30T12:00Z')),
    ).toEqual([at('2026-03-29T01:00Z'), at('2026-03-30T00:30Z')]);
  });

  it('run a time that comes twice the first time', () => {
    const times: ScheduleTimes = { kind: 'daily', at: 2 * 60 + 30 };
    expect(
      dueTimes({ times, timeZone: 'Europe/Berlin' }, at('2026-10-24T12:00Z'), at('2026-10-26T12:00Z')),
    ).toEqual([at('2026-10-25T00:30Z'), at('2026-10-26T01:30Z')]);
  });

  it('of half an hour are met too', () => {
    const times: ScheduleTimes = { kind: 'daily', at: 2 * 60 + 15 };
    expect(
      dueTimes({ times, timeZone: 'Australia/Lord_Howe' }, at('2026-10-03T00:00Z'), at('2026-10-04T00:00Z')),
    ).toEqual([at('2026-10-03T15:30Z')]);
  });

  it('that leave out a whole day run what was due on it', () => {
    const times: ScheduleTimes = { kind: 'daily', at: 9 * 60 };
    expect(
      dueTimes({ times, timeZone: 'Pacific/Apia' }, at('2011-12-29T00:00Z'), at('2011-12-31T12:00Z')),
    ).toEqual([at('2011-12-29T19:00Z'), at('2011-12-30T10:00Z'), at('2011-12-30T19:00Z')]);
  });

  it('leave a year as many hourly runs as it has hours', () => {
    const times: ScheduleTimes = { kind: 'hourly', minute: 5 };
    // The hour that comes twice is one; the one that is left out runs at its end.
    const due = dueTimes({ times, timeZone: 'Europe/Berlin' }, year.from, year.to);
    expect(due).toHaveLength((365 * dayMs) / hourMs);
  });
});
