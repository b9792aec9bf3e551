import { expect, it } from 'vitest';
import { fittingTicks } from '../../../../../renderer/ui/chart/calendarTicks.ts';

const ticks = (...values: number[]): { value: number }[] => values.map((value) => ({ value }));

it.each([
  ['a low chart of outflows keeps zero', ticks(-25, -20, -15, -10, -5, 0), 3, ticks(-20, -10, 0)],
  ['both signs keep zero', ticks(-500, 0, 500, 1000, 1500, 2000), 4, ticks(0, 1000, 2000)],
  ['what fits stays', ticks(0, 5, 10), 3, ticks(0, 5, 10)],
  ['two ticks stay', ticks(0, 5), 1, ticks(0, 5)],
])('ticks of an axis: %s', (_what, all, most, fitting) => {
  expect(fittingTicks(all, most)).toEqual(fitting);
});
