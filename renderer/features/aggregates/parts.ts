import type { AggregateAnswer } from '../../../preload/contract/aggregates.ts';
import { sumOf } from '../../../preload/contract/sum.ts';
import type { Entity } from '../../ui/chart/entityColors.ts';
import { shownText } from '../../format/text.ts';

export interface Part {
  /** Null for combined groups. */
  readonly rank: number | null;
  readonly id: string | number | null;
  readonly name: string;
  readonly entity: Entity | null;
  readonly value: number | null;
  /** Percent of all; null if meaningless. */
  readonly share: number | null;
}

const othersName = 'Others';

/** Sorts groups, the largest first, groups without a value last. `whole`: the values add up. */
export function ranked(results: AggregateAnswer['results'], whole: boolean): Part[] {
  const total = sumOf(results.map(({ value }) => value ?? 0));
  return [...results]
    .sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity))
    .map(({ group, value }, index) => ({
      rank: index + 1,
      id: group.id,
      name: shownText(group.name),
      entity: group.id === null ? null : { kind: group.type, id: group.id },
      value,
      share: whole && value !== null && total > 0 ? (100 * value) / total : null,
    }));
}

/** Returns the first `top`. The rest is combined if the values add up. */
export function topParts(parts: readonly Part[], top: number, whole: boolean): Part[] {
  const shown = parts.slice(0, top);
  const rest = parts.slice(top).filter(({ value }) => value !== null);
  if (rest.length === 0 || !whole) return shown;
  const sum = (of: (part: Part) => number | null): number => sumOf(rest.map((part) => of(part) ?? 0));
  return [
    ...shown,
    {
      rank: null,
      id: null,
      name: `${othersName} (${rest.length.toString()})`,
      entity: null,
      value: sum(({ value }) => value),
      share: shown.some(({ share }) => share !== null) ? sum(({ share }) => share) : null,
    },
  ];
}

/** Returns parts for a treemap, the largest first: only positive values have an area. */
export function asAreas(parts: readonly Part[]): Part[] {
  return parts.filter(({ value }) => (value ?? 0) > 0).sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
}
