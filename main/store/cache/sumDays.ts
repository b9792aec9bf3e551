import type { AggregateFunction } from '../query/aggregateWords.ts';
import type { SeenSpan } from './seenValues.ts';

/** What was seen of a token's figure. Days are counted from 1970-01-01 UTC. */
export interface SeenFigure {
  /** The first day on which the token was seen. */
  readonly first: number;
  /** The oldest first; between two nobody looked. */
  readonly spans: readonly SeenSpan[];
}

/** One figure of a group: that of a token, or of an asset by all its tokens. */
export interface SummedMember {
  readonly tokens: readonly SeenFigure[];
  /** True where each token has the figure of the whole asset. */
  readonly isShared: boolean;
}

export interface KnownDays {
  /** Rising. */
  readonly days: readonly number[];
  /** From this day on, a token that was not seen before is new. */
  readonly completeFrom: number;
  /** Before this day there were tokens of which nothing is known any more. */
  readonly from: number;
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

/** The figure of a group on each day on which each of its tokens was seen, or was not there yet. */
export function sumDays(
  members: readonly SummedMember[],
  { days, completeFrom, from }: KnownDays,
  aggregateFunction: AggregateFunction,
): GroupDays {
  const sums: DaySum[] = [];
  const unknown: number[] = [];
  const cursors = members.map(({ tokens, isShared }) => ({
    isShared,
    read: tokens.map((token) => figureReader(token, completeFrom)),
  }));
  for (const day of days) {
    const values: number[] = [];
    let missing = 0;
    let isKnown = day >= from;
    for (const { read, isShared } of cursors) {
      const figures = read.map((figureOn) => figureOn(day));
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

type Figure = number | null | 'absent' | 'unknown';

/** Reads the figure of a token on days that rise. */
function figureReader({ first, spans }: SeenFigure, completeFrom: number): (day: number) => Figure {
  let place = 0;
  return (day) => {
    if (day < first) return day >= completeFrom ? 'absent' : 'unknown';
    while (place < spans.length && (spans[place]?.until ?? Infinity) < day) place += 1;
    const span = spans[place];
    return span === undefined || day < span.from ? 'unknown' : span.value;
  };
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
