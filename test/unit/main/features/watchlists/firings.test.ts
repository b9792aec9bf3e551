import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTrue } from '../../../../../main/features/watchlists/firings.ts';

const days = fc.constantFrom(7, 30, 90);
const figure = fc.integer({ min: -1000, max: 1000 }).filter((one) => one !== 0);

it('a metric has gone up where it is larger than before, and down where it is smaller, also below zero', () => {
  fc.assert(
    fc.property(days, figure, figure, fc.integer({ min: 1, max: 300 }), (since, before, now, percent) => {
      const metric = { val: now, [`val_${since.toString()}d`]: before };
      const became = (direction: 'up' | 'down'): boolean | null =>
        isTrue(
          {
            ...{ kind: 'metric', resource: 'assets', id: 1, title: 'Gold', metric: 'market_value_dollar' },
            test: { kind: 'change', direction, days: since, percent },
          },
          metric,
        );
      // Whole numbers: nothing is rounded.
      const isFarEnough = Math.abs(now - before) * 100 >= percent * Math.abs(before);
      expect([became('up'), became('down')]).toEqual([
        now > before && isFarEnough,
        now < before && isFarEnough,
      ]);
    }),
  );
});
