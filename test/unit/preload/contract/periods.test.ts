import { expect, it } from 'vitest';
import { dayNumber, dayText } from '../../../../preload/contract/days.ts';
import { startOfNextPeriod, startOfPeriod } from '../../../../preload/contract/periods.ts';

it.each([
  ['day', '2026-11-20', '2026-11-20', '2026-11-21'],
  ['week', '2026-11-16', '2026-11-16', '2026-11-23'],
  ['week', '2026-11-15', '2026-11-09', '2026-11-16'],
  ['week', '2027-01-01', '2026-12-28', '2027-01-04'],
  ['week', '1969-12-31', '1969-12-29', '1970-01-05'],
  ['month', '2024-02-29', '2024-02-01', '2024-03-01'],
  ['quarter', '2026-11-20', '2026-10-01', '2027-01-01'],
  ['quarter', '2026-03-31', '2026-01-01', '2026-04-01'],
  ['year', '2026-11-20', '2026-01-01', '2027-01-01'],
] as const)('the %s of %s begins on %s, the next one on %s', (period, day, start, next) => {
  const first = startOfPeriod(period, dayNumber(day));
  expect([dayText(first), dayText(startOfNextPeriod(period, first))]).toEqual([start, next]);
});
