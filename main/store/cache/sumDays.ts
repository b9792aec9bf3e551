import type { AggregateFunction } from '../query/aggregateTerms.ts';

/** What is known of a token's figure on a day: null where its record has none, `absent` where the token was not there. */
export type Figure = number | null | 'absent' | 'unknown';

/** Reads a figure on days that rise, counted from 1970-01-01 UTC. */
export type FigureReader = (day: number) => Figure;

/** One figure of a group: that of a token, or of an asset by all its tokens. */
export interface SummedMember {
  readonly tokens: readonly FigureReader[];
  /** True where each token has the figure of the whole asset. */
  readonly isShared: boolean;
}

export interface DaySum {
  readonly day: number;
  readonly value: number;
}

export interface GroupDays {
  readonly sums: DaySum[];
  /** Days on which the group may have had a figure that is not known. */
  readonly unknown: number[];
}

/** The figure of a group on each of some rising days on which that of each of its tokens is known, or none was there yet. */
export function sumDays(
  members: readonly SummedMember[],
  days: readonly number[],
  aggregateFunction: AggregateFunction,
): GroupDays {
  const sums: DaySum[] = [];
  const unknown: number[] = [];
  for (const day of days) {
    const values: number[] = [];
    let missing = 0;
    let isKnown = true;
    for (const { tokens, isShared } of members) {
      const figures = tokens.map((figureOn) => figureOn(day));
      isKnown &&= !figures.includes('unknown');
      const there = figures.filter((figure) => figure !== 'absent' && figure !== 'unknown');
      const numbers = there.filter((figure) => figure !== null);
      if (numbers.length > 0) values.push(isShared ? Math.max(...numbers) : sum(numbers));
      else if (there.length > 0) missing += 1;
    }
    // Whether a missing figure counts as zero is not known: only a sum is the same either way.
    if (!isKnown || (missing > 0 && aggregateFunction !== 'sum')) unknown.push(day);
    else if (values.length > 0) sums.push({ day, value: join(values, aggregateFunction) });
  }
  return { sums, unknown };
}

function join(values: readonly number[], aggregateFunction: AggregateFunction): number {
  switch (aggregateFunction) {
    case 'sum':
      return sum(values);
    case 'avg':
      return sum(values) / values.length;
    case 'min':
      return values.reduce((least, value) => Math.min(least, value));
    case 'max':
      return values.reduce((most, value) => Math.max(most, value));
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
