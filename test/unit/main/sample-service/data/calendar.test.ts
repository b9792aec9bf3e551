import { dayNumber, dayText } from '../../../../../preload/contract/days.ts';
import { describe, expect, it } from 'vitest';
import { isoTime, timeMs } from '../../../../../main/sample-service/data/world.ts';
import { startOfPeriod } from '../../../../../preload/contract/periods.ts';

describe('the calendar', () => {
  it('turns days into numbers and back', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    for (const day of ['1969-12-31', '2000-02-29', '2026-11-20']) expect(dayText(dayNumber(day))).toBe(day);
    expect(isoTime(dayNumber('2026-11-20'), 3661)).toBe('2026-11-20T01:01:01');
    expect(timeMs(1, 1)).toBe(86_401_000);
  });

  it.each([
    ['day', '2026-11-20', '2026-11-20'],
    ['week', '2026-11-20', '2026-11-16'],
    ['week', '2026-11-16', '2026-11-16'],
    ['week', '2026-11-15', '2026-11-09'],
    ['week', '2027-01-01', '2026-12-28'],
    ['month', '2024-02-29', '2024-02-01'],
    ['quarter', '2026-11-20', '2026-10-01'],
    ['quarter', '2026-03-31', '2026-01-01'],
    ['year', '2026-11-20', '2026-01-01'],
  ] as const)('begins the %s of %s on %s', (period, day, start) => {
    expect(dayText(startOfPeriod(period, dayNumber(day)))).toBe(start);
  });
});
