import { changePercent, changePoints, compactFigure, type Change } from '../../format/numbers.ts';
import { changeFrom, unitOfChange } from '../../../preload/contract/units.ts';
import { periodName } from './calendarTicks.ts';
import type { ChartSeries } from './timeModel.ts';

/** A chart in words, for screen readers. */

interface SeriesFacts {
  readonly name: string;
  readonly first: { readonly day: number; readonly value: number } | null;
  readonly last: { readonly day: number; readonly value: number } | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly change: Change | null;
}

/** `from` and `to` are indexes, included. */
export function factsOf(
  days: Int32Array,
  { name, values, unit }: Pick<ChartSeries, 'name' | 'values' | 'unit'>,
  { from, to }: { from: number; to: number },
): SeriesFacts {
  let first: SeriesFacts['first'] = null;
  let last: SeriesFacts['last'] = null;
  let lowest: number | null = null;
  let highest: number | null = null;
  for (let index = from; index <= to; index += 1) {
    const value = values[index] ?? NaN;
    if (Number.isNaN(value)) continue;
    const at = { day: days[index] ?? 0, value };
    first ??= at;
    last = at;
    lowest = Math.min(lowest ?? value, value);
    highest = Math.max(highest ?? value, value);
  }
  const by = changeFrom(first?.value ?? NaN, last?.value ?? NaN, unit);
  const change = Number.isNaN(by)
    ? null
    : unitOfChange(unit) === 'points'
      ? changePoints(by)
      : changePercent(by);
  return { name, first, last, lowest, highest, change };
}

const serviceSeries = 3;

/** Two or three sentences. `title` has no full stop. */
export function summaryOf(
  title: string,
  days: Int32Array,
  series: readonly ChartSeries[],
  range: { from: number; to: number },
  interval: string,
): string {
  if (series.length === 0 || days.length === 0) return `${title}. No figures.`;
  const span = `From ${periodName(days[range.from] ?? 0, interval)} to ${periodName(days[range.to] ?? 0, interval)}`;
  const parts = series.slice(0, serviceSeries).flatMap((one) => {
    const { name, last, change } = factsOf(days, one, range);
    if (last === null) return [];
    const changed = change === null ? '' : `, ${change.text} since the start`;
    return [`${name} ends at ${compactFigure(last.value, { unit: one.unit })}${changed}`];
  });
  const rest = series.length - serviceSeries;
  const more = rest > 0 ? ` ${rest.toString()} further series.` : '';
  return `${title}. ${span}. ${parts.join('; ')}.${more}`;
}
