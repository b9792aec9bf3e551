import type { GroupValue, TotalsRow } from '../../../preload/contract/totals.ts';
import { compareGroups, type GroupLevel } from './totalsGroups.ts';

/** Groups of the second axis that have a column. */
export const maxColumns = 200;

/** Figures in an answer at most, and rows. */
const maxFigures = 400_000;
const maxRows = 10_000;

/** Groups with a row of their own: in all, and within each group. The first pair is taken with which the rows are few enough. */
const limits = [
  [1000, 1000],
  [1000, 100],
  [1000, 20],
  [200, 50],
  [200, 10],
  [50, 10],
  [20, 5],
] as const;

export interface ArrangedRow extends Omit<TotalsRow, 'figures'> {
  /** The row of the group that it is within; −1 for all records. */
  readonly parent: number;
}

type Compare = (a: number, b: number) => number;

/** Compares groups by a figure, those without one last, or by their values where there is none; equal ones by their values. */
export function compareBy(
  values: readonly GroupValue[],
  { figures, descending }: { figures: Float64Array | null; descending: boolean },
): Compare {
  const byValue: Compare = (a, b) => compareGroups(values[a] ?? null, values[b] ?? null);
  if (figures === null)
    return (a, b) => {
      const isEmpty = values[a] === null || values[b] === null;
      return descending && !isEmpty ? byValue(b, a) : byValue(a, b);
    };
  return (a, b) => {
    const [one, other] = [figures[a] ?? NaN, figures[b] ?? NaN];
    if (one === other) return byValue(a, b);
    if (Number.isNaN(one) || Number.isNaN(other))
      return Number.isNaN(one) && Number.isNaN(other) ? byValue(a, b) : Number.isNaN(one) ? 1 : -1;
    return one > other === descending ? -1 : 1;
  };
}

/**
 * Puts the groups of all levels in order, each before the groups within it, and those without a row of their own in one. Returns the
 * rows, and for each level the row of each group: −1 where it is within one that has none.
 */
export function arrangeTotals(
  levels: readonly GroupLevel[],
  orders: readonly Compare[],
  {
    figuresInRow,
    latest,
  }: {
    figuresInRow: number;
    /** True for levels of which the last groups have rows. */ latest: readonly boolean[];
  },
): { rows: readonly ArrangedRow[]; rowOf: readonly Int32Array[] } {
  const within = levels.map((level, index) =>
    level.within(index === 0 ? 1 : (levels[index - 1]?.values.length ?? 0)),
  );
  const sorted = levels.map(() => new Set<number>());
  const sizeLimit = Math.min(maxRows, Math.floor(maxFigures / figuresInRow));

  function groupsWithin(depth: number, group: number): readonly number[] {
    const groups = within[depth]?.[group] ?? [];
    if (sorted[depth]?.has(group) === false) {
      groups.sort(orders[depth]);
      sorted[depth].add(group);
    }
    return groups;
  }

  function arrange([first, inner]: readonly [number, number], isLast: boolean): Arranged | null {
    const rows: ArrangedRow[] = [{ depth: 0, value: null, others: 0, parent: -1 }];
    const rowOf = levels.map(({ values }) => new Int32Array(values.length).fill(-1));
    const add = (depth: number, group: number, parent: number): boolean => {
      const groups = groupsWithin(depth, group);
      const limit = depth === 0 ? first : inner;
      // One more takes as much space as a row for the others.
      const excess = groups.length > limit + 1 ? groups.length - limit : 0;
      const [shown, others] =
        latest[depth] === true
          ? [groups.slice(excess), groups.slice(0, excess)]
          : [groups.slice(0, groups.length - excess), groups.slice(groups.length - excess)];
      for (const one of shown) {
        const row =
          rows.push({ depth: depth + 1, value: levels[depth]?.values[one] ?? null, others: 0, parent }) - 1;
        const places = rowOf[depth];
        if (places !== undefined) places[one] = row;
        if (!isLast && rows.length > sizeLimit) return false;
        if (depth + 1 < levels.length && !add(depth + 1, one, row)) return false;
      }
      if (others.length > 0) {
        const row = rows.push({ depth: depth + 1, value: null, others: others.length, parent }) - 1;
        for (const one of others) rowOf[depth]?.fill(row, one, one + 1);
      }
      return true;
    };
    return add(0, 0, 0) ? { rows, rowOf } : null;
  }

  for (const limit of limits) {
    const found = arrange(limit, false);
    if (found !== null) return found;
  }
  const found = arrange([10, 3], true);
  if (found === null) throw new Error('A few groups have rows always.');
  return found;
}

interface Arranged {
  readonly rows: readonly ArrangedRow[];
  readonly rowOf: readonly Int32Array[];
}
