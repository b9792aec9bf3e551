import { afterEach, expect, it } from 'vitest';
import { dayAndTime, day, age } from '../../../../renderer/format/dates.ts';
import { compactFigure, count, fullFigure } from '../../../../renderer/format/numbers.ts';
import { periodName } from '../../../../renderer/ui/chart/calendarTicks.ts';
import { withFormats } from '../../../support/withFormats.ts';

const moment = Date.UTC(2026, 10, 25, 9, 5);
const { TZ } = process.env;

afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

it.each(['th-TH', 'fa-IR', 'ar-SA', 'ar-EG', 'ja-JP-u-ca-japanese', 'mr-IN', 'my-MM', 'en-US'])(
  'what is written in %s has the years and the digits of the service',
  (locale) => {
    for (const text of [
      day(moment, locale),
      dayAndTime(moment, locale),
      periodName(moment / 86_400_000, 'month', locale),
      periodName(moment / 86_400_000, 'year', locale),
    ])
      expect(text).toContain('2026');
    for (const text of [
      fullFigure(12.5, { locale }),
      compactFigure(1e9, { locale, unit: 'dollar' }),
      count(7, locale),
    ])
      expect(text).toMatch(/\d/);
    const all = [
      dayAndTime(moment, locale),
      fullFigure(1234.5, { locale }),
      age(moment, moment + 3 * 86_400_000, locale),
    ];
    expect(all.join('').replaceAll(/[0-9]/g, '')).not.toMatch(/\p{Nd}/u);
  },
);

it('times follow the time zone of the computer when it changes', () => {
  const shown = (zone: string): string => {
    process.env['TZ'] = zone;
    withFormats({ timeZone: 'local' });
    return dayAndTime(moment, 'en-GB');
  };
  expect(shown('Asia/Tokyo')).toBe('25 Nov 2026, 18:05 GMT+9');
  expect(shown('America/New_York')).toBe('25 Nov 2026, 04:05 GMT-5');
  expect(shown('Asia/Tokyo')).toBe('25 Nov 2026, 18:05 GMT+9');
});
