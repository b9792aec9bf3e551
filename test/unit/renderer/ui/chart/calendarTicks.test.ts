import { describe, expect, it } from 'vitest';
import { calendarTicks, periodName } from '../../../../../renderer/ui/chart/calendarTicks.ts';

const day = (date: string): number => Date.parse(date) / 86_400_000;
const labels = (first: string, last: string, count: number): string[] =>
  calendarTicks(day(first), day(last), count, 'en-GB').map(({ label }) => label);

describe('calendarTicks', () => {
  it('names days, with the year once', () => {
    expect(labels('2025-12-30', '2026-01-03', 6)).toEqual([
      '30 Dec 2025',
      '31 Dec',
      '1 Jan 2026',
      '2 Jan',
      '3 Jan',
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
      '1 May 2025',
      'week of 1 May 2025',
      'May 2025',
      '2025',
    ]);
  });
});
