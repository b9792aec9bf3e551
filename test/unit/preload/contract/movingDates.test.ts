import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { dayMs, dayNumber, dayOf } from '../../../../preload/contract/days.ts';
import { resolveMovingDate } from '../../../../preload/contract/movingDates.ts';
import { periods, startOfPeriod } from '../../../../preload/contract/periods.ts';

const { TZ } = process.env;

afterAll(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

/** Their days begin fourteen hours before those of UTC, and eleven after. */
it.each(['Pacific/Kiritimati', 'Pacific/Niue', 'UTC'])(
  'moving dates are days of UTC on a computer in %s',
  (zone) => {
    process.env['TZ'] = zone;
    const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2039-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 500 }), (date, back) => {
        const now = date.getTime();
        const on = (name: string): string | null => resolveMovingDate(name, now);
        expect(on('today')).toBe(dayOf(now));
        expect(on('yesterday')).toBe(dayOf(now - dayMs));
        expect(on(`${back.toString()} days ago`)).toBe(dayOf(now - back * dayMs));
        expect(on(`${back.toString()} weeks ago`)).toBe(dayOf(now - 7 * back * dayMs));
        for (const period of periods.filter((name) => name !== 'day')) {
          const start = startOfPeriod(period, dayNumber(dayOf(now)));
          expect(on(`start of ${period}`)).toBe(dayOf(start * dayMs));
        }
      }),
    );
  },
);
