import type { Unit } from '../../../preload/contract/units.ts';
import type { Drawn } from './engine.ts';
import type { ChartTheme } from './theme.ts';
import { isStacked, type TimeModel } from './timeModel.ts';

export interface Reading {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly value: number;
  /** Percent of the stack; null otherwise. */
  readonly share: number | null;
  readonly unit: Unit | undefined;
  readonly axis: 'left' | 'right';
}

/** Largest first. */
export function readings(
  { series, colors, kind }: TimeModel,
  theme: ChartTheme,
  dayIndex: number,
): Reading[] {
  const found = series.flatMap((one, index): Reading[] => {
    const value = one.values[dayIndex] ?? NaN;
    if (Number.isNaN(value)) return [];
    const { id, name, unit, axis = 'left' } = one;
    return [{ id, name, color: colors[index] ?? theme.other, value, share: null, unit, axis }];
  });
  const total = found.reduce((sum, { value }) => sum + value, 0);
  // Shares make no sense with negative values.
  const hasShares = isStacked(kind) && total !== 0 && found.every(({ value }) => value >= 0);
  const withShare = hasShares
    ? found.map((reading) => ({ ...reading, share: (100 * reading.value) / total }))
    : found;
  return withShare.sort((a, b) => (a.axis === b.axis ? b.value - a.value : a.axis === 'left' ? -1 : 1));
}

/** The largest, and always the emphasized one. */
export function nearest(all: readonly Reading[], strong: string | null, count: number): readonly Reading[] {
  const first = all.slice(0, count);
  const looked = all.find(({ id }) => id === strong);
  return looked === undefined || first.includes(looked) ? first : [looked, ...first.slice(0, count - 1)];
}

/** In CSS pixels: no line farther away is meant. */
const reachPx = 20;

export function seriesAt(
  chart: Drawn,
  { series, kind }: TimeModel,
  dayIndex: number,
  y: number,
): string | null {
  if (isStacked(kind)) return null;
  let nearestId: string | null = null;
  let least = reachPx;
  for (const { id, values, axis } of series) {
    const pixel =
      chart.scales[axis === 'right' ? 'right' : 'y']?.getPixelForValue(values[dayIndex] ?? NaN) ?? NaN;
    const apart = Math.abs(pixel - y);
    if (apart < least) {
      least = apart;
      nearestId = id;
    }
  }
  return nearestId;
}
