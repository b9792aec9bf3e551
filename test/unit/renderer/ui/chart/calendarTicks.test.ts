import { describe, expect, it } from 'vitest';
import { day as dayText } from '../../../../../renderer/format/dates.ts';
import { calendarTicks, fittingTicks, periodName } from '../../../../../renderer/ui/chart/calendarTicks.ts';

const day = (date: string): number => Date.parse(date) / 86_400_000;
const labels = (first: string, last: string, count: number): string[] =>
  calendarTicks(day(first), day(last), count, 'day', 'en-GB').map(({ label }) => label);

describe('calendarTicks', () => {
  it.each(['day', 'week', 'month', 'quarter', 'year'])('are never closer than a %s', (interval) => {
    const length = { day: 1, week: 7, month: 28, quarter: 90, year: 365 }[interval] ?? 0;
    for (const span of [1, 3, 20, 31, 62, 200, 366, 800, 4000])
      for (const count of [2, 5, 12, 30]) {
        const ticks = calendarTicks(20_000, 20_000 + span, count, interval, 'en-GB');
        for (const [index, tick] of ticks.slice(1).entries())
          expect(tick.day - (ticks[index]?.day ?? 0)).toBeGreaterThanOrEqual(length);
      }
  });

  it('name the one month, or the one year, of a single period', () => {
    const around = (date: string, half: number, interval: string): string[] =>
      calendarTicks(day(date) - half, day(date) + half, 12, interval, 'en-US').map(({ label }) => label);
    expect(around('2026-10-01', 15, 'month')).toEqual(['Oct 2026']);
    expect(around('2026-01-01', 182, 'year')).toEqual(['2026']);
    expect(around('2026-04-01', 45, 'quarter')).toEqual(['Apr 2026']);
  });

  it('names days, with the year once', () => {
    expect(labels('2025-12-30', '2026-01-03', 6)).toEqual([
      '30 Dec 2025',
      '31 Dec',
      '01 Jan 2026',
      '02 Jan',
      '03 Jan',
    ]);
  });

  it('names months at their first day, and years where they begin', () => {
    expect(labels('2025-09-15', '2026-03-10', 8)).toEqual(['Oct 2025', 'Nov', 'Dec', '2026', 'Feb', 'Mar']);
  });

  it('names years over long spans, never more than requested', () => {
    expect(labels('2015-03-01', '2026-03-01', 6)).toEqual(['2016', '2018', '2020', '2022', '2024', '2026']);
    for (const count of [2, 5, 9])
      expect(labels('1990-01-02', '2026-03-01', count).length).toBeLessThanOrEqual(count + 1);
  });

  it('names a period by its interval', () => {
    const first = day('2025-05-01');
    expect(['day', 'week', 'month', 'year'].map((interval) => periodName(first, interval, 'en-GB'))).toEqual([
      '01 May 2025',
      'week of 01 May 2025',
      'May 2025',
      '2025',
    ]);
  });
});

describe('fittingTicks', () => {
  const ticks = (...values: number[]): { value: number }[] => values.map((value) => ({ value }));

  it.each([
    ['a low chart of outflows keeps zero', ticks(-25, -20, -15, -10, -5, 0), 3, ticks(-20, -10, 0)],
    ['both signs keep zero', ticks(-500, 0, 500, 1000, 1500, 2000), 4, ticks(0, 1000, 2000)],
    ['what fits stays', ticks(0, 5, 10), 3, ticks(0, 5, 10)],
    ['two ticks stay', ticks(0, 5), 1, ticks(0, 5)],
  ])('%s', (_what, all, most, fitting) => {
    expect(fittingTicks(all, most)).toEqual(fitting);
  });
});

it('days have the form that they have in the rest of the window', () => {
  const monday = day('2026-11-02');
  const shown = dayText(Date.parse('2026-11-02'), 'en-US');
  expect(shown).toBe('Nov 02, 2026');
  expect(periodName(monday, 'day', 'en-US')).toBe(shown);
  expect(calendarTicks(monday, monday + 6, 7, 'day', 'en-US')[0]?.label).toBe(shown);
});
