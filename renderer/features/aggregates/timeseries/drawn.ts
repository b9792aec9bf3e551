import type { TimeseriesOptions } from '../../../../preload/contract/locations/location.ts';
import type { TimeseriesAnswer } from '../../../../preload/contract/aggregates.ts';
import { repeatsDays } from '../../../../preload/contract/repeatedDays.ts';
import { isOfLastDay } from '../../../../preload/contract/resources/additive.ts';
import { measureLabel } from '../labels.ts';
import { nearestIndex } from '../../../ui/chart/decimate.ts';
import { paletteSize } from '../../../ui/chart/entityColors.ts';
import { timeKinds, type ChartSeries, type DayRange, type TimeKind } from '../../../ui/chart/timeModel.ts';
import { transformed, transforms, unitAfter, type Transform } from './transform.ts';
import { shownText } from '../../../format/text.ts';

export interface Drawing {
  readonly days: Int32Array;
  /** The second measure first, then by size. */
  readonly series: readonly ChartSeries[];
}

export function kindOf({ kind }: TimeseriesOptions, hasSecond: boolean): TimeKind {
  const known = timeKinds.find((candidate) => candidate === kind) ?? 'line';
  return hasSecond && known !== 'area' ? 'line' : known;
}

export function transformOf({ transform }: TimeseriesOptions): Transform {
  return transforms.find((candidate) => candidate === transform) ?? 'none';
}

export const defaultWindow = 30;

/** At most one series per color. At least 8, even if fewer cover enough. */
const topRange = { least: 8, most: paletteSize };
/** Share of the combined rest in the last value. `meant` is small enough; above `most`, a note says so. */
const rests = { meant: 0.3, most: 0.4 };

/**
 * Returns how many series of a stack are drawn: the chosen number, or enough to make the combined rest small.
 * `rest` is its share, 0 to 1, if it stays large because there are not enough colors.
 */
export function topOf(
  { top }: TimeseriesOptions,
  series: readonly ChartSeries[],
): { top: number; rest: number | null } {
  if (top !== undefined) return { top, rest: null };
  const weights = series.map(({ values }) =>
    Math.max(0, values.findLast((value) => !Number.isNaN(value)) ?? 0),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let rest = whole;
  const enough = weights.findIndex((weight, index) => {
    rest -= weight;
    return index + 1 >= topRange.least && rest <= rests.meant * whole;
  });
  if (enough >= 0 && enough < topRange.most) return { top: enough + 1, rest: null };
  const drawn = weights.slice(0, topRange.most).reduce((sum, weight) => sum + weight, 0);
  const others = whole > 0 ? 1 - drawn / whole : 0;
  return { top: topRange.most, rest: others > rests.most ? others : null };
}

export function viewOf({ view }: TimeseriesOptions): DayRange | null {
  return view === undefined ? null : { first: Math.min(...view), last: Math.max(...view) };
}

export function drawingOf(
  first: TimeseriesAnswer,
  second: TimeseriesAnswer | null,
  options: TimeseriesOptions,
  mode: string | undefined,
): Drawing {
  const days = second === null ? first.days : unionOf(first.days, second.days);
  const start = viewOf(options)?.first;
  const settings = {
    transform: transformOf(options),
    window: options.window ?? defaultWindow,
    from: start === undefined ? 0 : nearestIndex(days, start),
  };
  /** True if an average would repeat figures of a period on its days. A note says so. */
  const isNoAverage = (own: Int32Array, values: Float64Array, slug: string): boolean =>
    settings.transform === 'average' && (mode === 'flow' || isOfLastDay(slug)) && repeatsDays(own, values);
  const seriesOf = (answer: TimeseriesAnswer, axis: 'left' | 'right'): ChartSeries[] => {
    const ofMeasure = Map.groupBy(answer.series, ({ measure }) => measure.slug);
    const known = new Map<string, number>();
    return answer.series
      .map(({ measure, group, values }) => {
        const label = measureLabel(measure.slug, measure);
        const spread = answer.days === days ? values : spreadOver(days, answer.days, values);
        const alone = group.id === null && ofMeasure.get(measure.slug)?.length === 1;
        const id = [
          axis,
          measure.slug,
          String(group.id),
          ...(group.id === null && !alone ? [group.name] : []),
        ].join(' ');
        const times = (known.get(id) ?? 0) + 1;
        known.set(id, times);
        return {
          rank: weightOf(values, mode),
          one: {
            // The service may name two groups alike.
            id: times === 1 ? id : `${id} ${times.toString()}`,
            name: axis === 'right' || alone ? label.name : shownText(group.name),
            entity: group.id === null ? null : { kind: group.type, id: group.id },
            values: isNoAverage(answer.days, values, measure.slug)
              ? new Float64Array(days.length).fill(NaN)
              : transformed(days, spread, { ...settings, unit: label.unit }),
            unit: unitAfter(settings.transform, label.unit),
            axis,
          } satisfies ChartSeries,
        };
      })
      .sort((a, b) => b.rank - a.rank || 0)
      .map(({ one }) => one);
  };
  return {
    days,
    series: [...(second === null ? [] : seriesOf(second, 'right')), ...seriesOf(first, 'left')],
  };
}

function weightOf(values: Float64Array, mode: string | undefined): number {
  if (mode === 'flow') return values.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0);
  const latest = values.findLast((value) => !Number.isNaN(value));
  return latest ?? -Infinity;
}

function unionOf(one: Int32Array, other: Int32Array): Int32Array {
  return Int32Array.from(new Set([...one, ...other])).sort();
}

function spreadOver(days: Int32Array, own: Int32Array, values: Float64Array): Float64Array {
  const spread = new Float64Array(days.length).fill(NaN);
  own.forEach((day, index) => {
    spread[nearestIndex(days, day)] = values[index] ?? NaN;
  });
  return spread;
}
