import type { Unit } from '../../../preload/contract/resources/types.ts';
import type { ChartTheme } from './theme.ts';
import { isStacked, type TimeModel } from './timeModel.ts';

/** What a series says at one day. */
export interface Reading {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly value: number;
  /** Percent of all that are stacked; null where nothing is. */
  readonly share: number | null;
  readonly unit: Unit | undefined;
  readonly axis: 'left' | 'right';
}

/** Every series that has a value at a place, the largest first. */
export function readings({ series, colors, kind }: TimeModel, theme: ChartTheme, place: number): Reading[] {
  const found = series.flatMap((one, index): Reading[] => {
    const value = one.values[place] ?? NaN;
    if (Number.isNaN(value)) return [];
    const { id, name, unit, axis = 'left' } = one;
    return [{ id, name, color: colors[index] ?? theme.other, value, share: null, unit, axis }];
  });
  const total = found.reduce((sum, { value }) => sum + value, 0);
  const withShare =
    isStacked(kind) && total !== 0
      ? found.map((reading) => ({ ...reading, share: (100 * reading.value) / total }))
      : found;
  return withShare.sort((a, b) => (a.axis === b.axis ? b.value - a.value : a.axis === 'left' ? -1 : 1));
}

/** The largest, and in any case the one that is looked at. */
export function nearest(all: readonly Reading[], strong: string | null, count: number): readonly Reading[] {
  const first = all.slice(0, count);
  const looked = all.find(({ id }) => id === strong);
  return looked === undefined || first.includes(looked) ? first : [looked, ...first.slice(0, count - 1)];
}
