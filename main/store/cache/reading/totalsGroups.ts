import type { GroupValue } from '../../../../preload/contract/totals.ts';
import { dayMs } from '../../../../preload/contract/days.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { startOfPeriod, type Period } from '../../../../preload/contract/periods.ts';
import { compareIds } from '../../query/order.ts';

/** Maximum number of groups of all levels: with their names they take some 150 MB. */
const maxGroups = 1_000_000;

export class GroupLevel {
  readonly values: GroupValue[] = [];
  readonly parents: number[] = [];
  readonly #known: Map<GroupValue, number>[] = [];

  placeOf(parent: number, value: GroupValue): number {
    const siblings = (this.#known[parent] ??= new Map<GroupValue, number>());
    const known = siblings.get(value);
    if (known !== undefined) return known;
    const place = this.values.length;
    if (place === maxGroups) throw tooManyGroups;
    siblings.set(value, place);
    this.values.push(value);
    this.parents.push(parent);
    return place;
  }

  within(count: number): number[][] {
    const all = Array.from({ length: count }, (): number[] => []);
    for (const [place, parent] of this.parents.entries()) all[parent]?.push(place);
    return all;
  }
}

const tooManyGroups = new FailureError({
  code: 'bad-arguments',
  message: 'These are more than 1,000,000 groups. Remove a level, take a longer period or filter the list.',
});

export function makeGrouping(period: Period | undefined): (value: unknown) => GroupValue {
  const starts = new Map<number, number>();
  return (value) => {
    if (typeof value === 'string') return value;
    if (typeof value !== 'number') return null;
    // Adding 0 turns −0 into 0.
    if (period === undefined) return value + 0;
    const day = Math.floor(value / dayMs);
    const known = starts.get(day);
    if (known !== undefined) return known;
    const start = startOfPeriod(period, day) * dayMs;
    starts.set(day, start);
    return start;
  };
}

/** Numbers before texts, missing values last. */
export function compareGroups(a: GroupValue, b: GroupValue): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return compareIds(a, b);
}
