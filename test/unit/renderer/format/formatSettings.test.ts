import { describe, expect, it } from 'vitest';
import { day, dayAndTime, timeOfDay } from '../../../../renderer/format/dates.ts';
import { describeFilter } from '../../../../renderer/format/filter.ts';
import { changePercent, compactFigure, fullFigure } from '../../../../renderer/format/numbers.ts';
import { withFormats } from '../../../support/withFormats.ts';

const noon = Date.UTC(2026, 10, 25, 12, 4);

/** Intl puts narrow and other spaces where a line must not break. */
function plain(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, ' ');
}

describe('the settings of figures', () => {
  it.each([
    ['comma', '$1,234,567.89', '$1.20B', '+1.24%'],
    ['point', '$1.234.567,89', '$1,20B', '+1,24%'],
    ['space', '$1 234 567,89', '$1,20B', '+1,24%'],
  ] as const)('%s', (numbers, full, compact, change) => {
    withFormats({ numbers });
    expect(plain(fullFigure(1_234_567.89, { unit: 'dollar' }))).toBe(full);
    expect(plain(compactFigure(1.2e9, { unit: 'dollar' }))).toBe(compact);
    expect(changePercent(1.24).text).toBe(change);
  });

  it('digits beyond a double stay exact', () => {
    withFormats({ numbers: 'point' });
    expect(fullFigure('12345678901234567890.12345')).toBe('12.345.678.901.234.567.890,12345');
  });

  it('the code of the currency in place of its sign', () => {
    withFormats({ numbers: 'comma', currency: 'code' });
    expect(plain(compactFigure(-1.2e9, { unit: 'dollar' }))).toBe('-USD 1.20B');
  });
});

describe('the settings of dates and times', () => {
  it.each([
    ['dayFirst', '25 Nov 2026', '25 Nov 2026, 12:04 UTC'],
    ['monthFirst', 'Nov 25, 2026', 'Nov 25, 2026, 12:04 UTC'],
    ['yearFirst', '2026-11-25', '2026-11-25, 12:04 UTC'],
  ] as const)('%s', (dates, shownDay, shownTime) => {
    withFormats({ dates });
    expect([day(noon), dayAndTime(noon)]).toEqual([shownDay, shownTime]);
  });

  it('the day of a condition is written as every other', () => {
    withFormats({ dates: 'dayFirst' });
    const condition = { field: 'date', operator: 'onOrAfter', value: '2026-11-25' } as const;
    const fields = [{ name: 'date', label: 'Date' }];
    expect(describeFilter(condition, { fields })).toBe('Date on or after 25 Nov 2026');
  });

  it('twelve hours', () => {
    withFormats({ dates: 'monthFirst', hours: '12' });
    expect(plain(timeOfDay(noon, noon))).toBe('12:04 PM UTC');
  });

  it('the zone of this computer is said, and a day stays the day in UTC', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'Asia/Tokyo';
    try {
      withFormats({ dates: 'dayFirst', timeZone: 'local' });
      const late = Date.UTC(2026, 10, 25, 23, 30);
      expect(dayAndTime(late)).toBe('26 Nov 2026, 08:30 GMT+9');
      expect(day(late)).toBe('25 Nov 2026');
      // The same day in UTC, and two days in Tokyo.
      expect(timeOfDay(late, noon)).toBe('26 Nov 2026, 08:30 GMT+9');
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });
});
