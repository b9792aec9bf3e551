import type { AggregateAnswer } from '../../../preload/contract/aggregates.ts';

/** A group and what is summed up in it. */
export interface Share {
  readonly id: string | number | null;
  readonly name: string;
  readonly value: number;
}

/** The largest groups first; those after `count` are one more, called `Others`. Groups without a value are left out. */
export function largestShares(answer: AggregateAnswer, count: number): Share[] {
  const shares = answer.results
    .flatMap(({ group, value }): Share[] =>
      value === null || value <= 0 ? [] : [{ id: group.id, name: group.name, value }],
    )
    .toSorted((a, b) => b.value - a.value);
  const rest = shares.slice(count);
  return rest.length < 2
    ? shares
    : [...shares.slice(0, count), { id: null, name: 'Others', value: total(rest) }];
}

export function total(shares: readonly Share[]): number {
  return shares.reduce((sum, { value }) => sum + value, 0);
}
