import type { TimeseriesAnswer } from '../../../preload/contract/aggregates.ts';
import { readMetric } from '../../../preload/contract/metric.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';
import { sumOf } from '../../../preload/contract/sum.ts';
import type { Entity } from '../../ui/chart/entityColors.ts';

/** A figure now, 7 and 30 days ago; null if unknown. */
export interface Snapshot {
  readonly value: number;
  readonly before7: number | null;
  readonly before30: number | null;
}

export interface MarketPart extends Snapshot {
  readonly name: string;
  readonly entity: Entity | null;
}

/** Returns parts with a value on the last day, the largest first. */
export function partsOfSeries({ days, series }: TimeseriesAnswer): MarketPart[] {
  const last = days.at(-1) ?? 0;
  return largestFirst(
    series.map(({ group, values }) => {
      const at = (day: number): number | null => {
        const value = values[days.indexOf(day)] ?? NaN;
        return Number.isNaN(value) ? null : value;
      };
      const entity = group.id === null ? null : { kind: group.type, id: group.id };
      return { name: group.name, entity, value: at(last), before7: at(last - 7), before30: at(last - 30) };
    }),
  );
}

/** Returns records with the metric, the largest first. `kind`: the records' group type. */
export function partsOfRecords(
  records: readonly PartialRecord[],
  metricName: string,
  kind: string,
): MarketPart[] {
  return largestFirst(
    records.map((record) => {
      const metric = readMetric(record[metricName]);
      const { id, name } = record;
      return {
        name: typeof name === 'string' ? name : String(id),
        entity: { kind, id },
        value: metric?.val ?? null,
        before7: metric?.val_7d ?? null,
        before30: metric?.val_30d ?? null,
      };
    }),
  );
}

function largestFirst(
  parts: readonly (Omit<MarketPart, 'value'> & { readonly value: number | null })[],
): MarketPart[] {
  return parts
    .flatMap(({ value, ...part }): MarketPart[] => (value === null || value <= 0 ? [] : [{ ...part, value }]))
    .toSorted((a, b) => b.value - a.value);
}

export function withOthers(parts: readonly MarketPart[], count: number): readonly MarketPart[] {
  const rest = parts.slice(count);
  if (rest.length < 2) return parts;
  return [...parts.slice(0, count), { name: 'Others', entity: null, ...wholeOf(rest) }];
}

/** Returns the sum. A part without an earlier value counts as unchanged; `before` is null if none has one. */
export function wholeOf(parts: readonly Snapshot[]): Snapshot {
  const sum = (of: (part: Snapshot) => number): number => sumOf(parts.map(of));
  const before = (of: (part: Snapshot) => number | null): number | null =>
    parts.every((part) => of(part) === null) ? null : sum((part) => of(part) ?? part.value);
  return {
    value: sum(({ value }) => value),
    before7: before(({ before7 }) => before7),
    before30: before(({ before30 }) => before30),
  };
}

/** Returns the change in percent; null if the earlier figure is unknown or zero. */
export function percentSince(value: number, before: number | null): number | null {
  return before === null || before === 0 ? null : (100 * (value - before)) / Math.abs(before);
}
