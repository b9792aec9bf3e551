import { sumOf } from '../../../preload/contract/sum.ts';
import type { Unit } from '../../../preload/contract/units.ts';
import type { Palette } from './color.ts';
import { colorsOf, type Entity } from './entityColors.ts';

/** `share`: stacked to 100 %. */
export const timeKinds = ['line', 'area', 'stacked', 'share', 'bar'] as const;
export type TimeKind = (typeof timeKinds)[number];

export interface ChartSeries {
  readonly id: string;
  readonly name: string;
  readonly entity: Entity | null;
  /** One for each day; NaN for none. */
  readonly values: Float64Array;
  readonly unit?: Unit | undefined;
  /** The second measure uses the right axis. */
  readonly axis?: 'left' | 'right' | undefined;
  /** True for a combination of series, drawn in grey. */
  readonly others?: boolean | undefined;
}

export interface Annotation {
  readonly day: number;
  readonly text: string;
}

/** Days since 1970 UTC, included; may be fractional. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

export interface TimeModel {
  /** Days since 1970 UTC, ascending. */
  readonly days: Int32Array;
  /** Visible ones, most important first. */
  readonly series: readonly ChartSeries[];
  /** `#rrggbb`, as `series`. */
  readonly colors: readonly string[];
  readonly kind: TimeKind;
  /** Separate parts of a stack; the rest is combined. */
  readonly top: number;
  readonly logarithmic: boolean;
  readonly reference?: number | undefined;
  readonly annotations: readonly Annotation[];
  readonly range: DayRange;
  /** `day`, `week`, `month`, `quarter` or `year`. */
  readonly interval: string;
}

/** `tops` are cumulative values by index. */
interface Band {
  readonly name: string;
  readonly color: string;
  readonly tops: Float64Array;
}

const othersName = 'Others';

export function isStacked(kind: TimeKind): boolean {
  return kind === 'stacked' || kind === 'share' || kind === 'bar';
}

/** Returns `#rrggbb` by id. Hiding a series does not change other colors. */
export function seriesColors(
  series: readonly ChartSeries[],
  shown: readonly ChartSeries[],
  { kind, top }: Pick<TimeModel, 'kind' | 'top'>,
  palette: Palette,
): Map<string, string> {
  const single = isStacked(kind) && shown.length > top + 1 ? shown.slice(0, top) : shown;
  const first = series.slice(0, palette.series.length);
  // Beyond the palette, visible series take precedence.
  const colored = single.every((one) => first.includes(one)) ? first : single.slice(0, palette.series.length);
  const chosen = colorsOf(
    colored.map(({ entity }) => entity),
    palette,
  );
  return new Map(
    shown.map((one) => {
      const color = single.includes(one) && one.others !== true ? chosen[colored.indexOf(one)] : undefined;
      return [one.id, color ?? palette.other];
    }),
  );
}

export function partsOf(
  series: readonly ChartSeries[],
  colors: readonly string[],
  other: string,
  top: number,
): { series: ChartSeries; color: string }[] {
  const parts = series.map((one, index) => ({ series: one, color: colors[index] ?? other }));
  if (parts.length <= top + 1) return parts;
  const rest = parts.slice(top);
  const values = new Float64Array(rest[0]?.series.values.length ?? 0).map((_, index) => {
    const known = rest
      .map(({ series: one }) => one.values[index] ?? NaN)
      .filter((value) => !Number.isNaN(value));
    return known.length === 0 ? NaN : sumOf(known);
  });
  const others: ChartSeries = {
    id: 'others',
    name: `${othersName} (${rest.length.toString()})`,
    entity: null,
    values,
    unit: rest[0]?.series.unit,
  };
  return [...parts.slice(0, top), { series: others, color: other }];
}

/** Returns cumulative bands, bottom up; a gap only if no series has a value. `share` scales to 100. */
export function bandsOf(parts: readonly { series: ChartSeries; color: string }[], share: boolean): Band[] {
  const length = parts[0]?.series.values.length ?? 0;
  const totals = new Float64Array(length).fill(NaN);
  for (const { series } of parts) addTo(totals, series.values);
  const below = new Float64Array(length).map((_, index) => (Number.isNaN(totals[index]) ? NaN : 0));
  return parts.map(({ series, color }) => {
    addTo(below, series.values);
    const tops = share ? below.map((top, index) => (100 * top) / (totals[index] ?? NaN)) : below.slice();
    return { name: series.name, color, tops };
  });
}

function addTo(sums: Float64Array, values: Float64Array): void {
  for (let index = 0; index < sums.length; index += 1) {
    const value = values[index] ?? NaN;
    const sum = sums[index] ?? NaN;
    if (!Number.isNaN(value)) sums[index] = Number.isNaN(sum) ? value : sum + value;
  }
}

export function extent(
  series: readonly { values: Float64Array }[],
  from: number,
  to: number,
  positiveOnly: boolean,
): { min: number; max: number } | null {
  let min = Infinity;
  let max = -Infinity;
  for (const { values } of series) {
    for (let index = from; index <= to; index += 1) {
      const value = values[index] ?? NaN;
      if (positiveOnly && value <= 0) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min <= max ? { min, max } : null;
}
