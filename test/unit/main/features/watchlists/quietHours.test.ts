import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isQuiet } from '../../../../../main/features/watchlists/quietHours.ts';

const minutesOfDay = 1440;
const minute = fc.integer({ min: 0, max: minutesOfDay - 1 });

/** Whether each minute of a day is quiet, by the clock of this computer. */
function quietMinutes(hours: Parameters<typeof isQuiet>[0]): boolean[] {
  return Array.from({ length: minutesOfDay }, (_, at) =>
    isQuiet(hours, new Date(2026, 10, 25, 0, at).getTime()),
  );
}

it('quiet hours have their first minute and not the one at which they end, also over midnight', () => {
  fc.assert(
    fc.property(minute, minute, (from, to) => {
      const expected = new Array<boolean>(minutesOfDay).fill(false);
      for (let at = from; at !== to; at = (at + 1) % minutesOfDay) expected[at] = true;
      expect(quietMinutes({ on: true, from, to })).toEqual(expected);
    }),
    {
      numRuns: 30,
      examples: [
        [1320, 420],
        [0, 1439],
        [1439, 0],
      ],
    },
  );
  expect(quietMinutes({ on: false, from: 1320, to: 420 })).not.toContain(true);
});
