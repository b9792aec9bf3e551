import type {
  GroupValue,
  RecordTotals,
  TotalsLevel,
  TotalsMeasure,
  TotalsRequest,
  TotalsRow,
} from '../../../../preload/contract/totals.ts';
import { countGroups, figureOfGroups, weightedMeans } from './groupFigures.ts';
import { compareGroups, type GroupLevel } from './totalsGroups.ts';

const maxColumns = 200;

const maxFigures = 400_000;
const maxRows = 10_000;

/** Most groups with a row: in all, and within each group. The first pair with few enough rows applies. */
const limits = [
  [1000, 1000],
  [1000, 100],
  [1000, 20],
  [200, 50],
  [200, 10],
  [50, 10],
  [20, 5],
] as const;

interface ArrangedRow extends Omit<TotalsRow, 'figures'> {
  /** The row that it is within; −1 for all records. */
  readonly parent: number;
}

type Compare = (a: number, b: number) => number;

/** Compares groups by a figure, missing ones last, or by value without figures; ties by value. */
function compareBy(
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
 * Sorts the groups of all levels, each before its subgroups, and combines those beyond the limit. Returns the
 * rows, and for each level the row of each group: −1 within a combined one.
 */
function arrangeTotals(
  levels: readonly GroupLevel[],
  orders: readonly Compare[],
  {
    figuresInRow,
    latest,
  }: {
    figuresInRow: number;
    /** True for levels whose last groups have rows. */ latest: readonly boolean[];
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
      // One more group takes as much space as the row for the others.
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

export interface TotalsScan {
  readonly levels: readonly GroupLevel[];
  readonly columns: GroupLevel;
  readonly leafOf: Int32Array;
  readonly columnOf: Int32Array;
  readonly numbers: ReadonlyMap<string, Float64Array>;
}

/** @param check throws if nobody waits any more */
export function totalsOf(
  scan: TotalsScan,
  { rows: levels, columns: axis, measures, sort }: Omit<TotalsRequest, 'resource' | 'query'>,
  check: () => void,
): Omit<RecordTotals, 'approximate'> {
  const recordCount = scan.leafOf.length;

  function figures(measure: TotalsMeasure, groupOf: Int32Array, groupCount: number): Float64Array {
    check();
    if (measure.kind === 'count') return countGroups({ groupOf, groupCount });
    const field = 'field' in measure ? measure.field : undefined;
    const values = field === undefined ? undefined : scan.numbers.get(field);
    if (values === undefined) return countGroups({ groupOf, groupCount });
    const numbers = { groupOf, groupCount, values };
    if (measure.kind === 'weighted')
      return weightedMeans(numbers, scan.numbers.get(measure.weight) ?? values);
    return figureOfGroups(
      measure.kind === 'share' || measure.kind === 'rank' ? 'sum' : measure.kind,
      numbers,
    );
  }

  const ranked = sort?.measure ?? measures.findIndex((measure) => 'field' in measure);
  const rankedBy = measures[Math.max(0, ranked)] ?? { kind: 'count' };
  const sortColumn = sort?.column === undefined ? -1 : scan.columns.values.indexOf(sort.column);
  const order = (level: TotalsLevel | undefined, groups: GroupLevel, groupOf: Int32Array, column = -1) =>
    compareBy(groups.values, {
      figures:
        sort?.measure === null || (sort === undefined && level?.period !== undefined)
          ? null
          : figures(
              rankedBy,
              column < 0
                ? groupOf
                : groupOf.map((group, record) => (scan.columnOf[record] === column ? group : -1)),
              groups.values.length,
            ),
      descending: sort === undefined ? level?.period === undefined : sort.direction === 'desc',
    });

  const innermost = levels.length;
  const groupsAt = groupsAtLevels(scan);
  const columnOrder = scan.columns.values.map((_, place) => place);
  if (axis !== undefined) columnOrder.sort(order(axis, scan.columns, scan.columnOf));
  // If there are more periods than columns, the latest ones get them.
  const isChronological = axis?.period !== undefined && sort === undefined;
  const shownColumns =
    axis === undefined
      ? []
      : isChronological
        ? columnOrder.slice(-maxColumns)
        : columnOrder.slice(0, maxColumns);
  const otherColumns = axis === undefined ? 0 : columnOrder.length - shownColumns.length;
  const width = 1 + shownColumns.length + (otherColumns > 0 ? 1 : 0);
  const columnAt = new Int32Array(scan.columns.values.length).fill(width - 1);
  for (const [index, place] of shownColumns.entries()) columnAt[place] = 1 + index;

  const { rows, rowOf } = arrangeTotals(
    scan.levels,
    scan.levels.map((level, index) =>
      order(levels[index], level, groupsAt[index + 1] ?? scan.leafOf, sortColumn),
    ),
    {
      figuresInRow: width * measures.length,
      latest: levels.map(({ period }) => sort === undefined && period !== undefined),
    },
  );

  const cells = rows.map(() => new Array<number | null>(width * measures.length).fill(null));
  const rowOfRecord = new Int32Array(recordCount);
  const cellOfRecord = new Int32Array(recordCount);
  for (let depth = 0; depth <= innermost; depth += 1) {
    const groups = groupsAt[depth];
    for (let record = 0; record < recordCount; record += 1) {
      const row = depth === 0 ? 0 : (rowOf[depth - 1]?.[groups?.[record] ?? 0] ?? -1);
      rowOfRecord[record] = row;
      cellOfRecord[record] = row < 0 ? -1 : row * width + (columnAt[scan.columnOf[record] ?? 0] ?? 0);
    }
    for (const [index, measure] of measures.entries()) {
      const put = (found: Float64Array, at: (place: number) => [row: number, column: number]): void => {
        for (const [place, figure] of found.entries()) {
          const [row, column] = at(place);
          const cell = cells[row];
          if (rows[row]?.depth === depth && cell !== undefined && !Number.isNaN(figure))
            cell[column * measures.length + index] = figure;
        }
      };
      if (axis !== undefined)
        put(figures(measure, cellOfRecord, rows.length * width), (place) => [
          Math.floor(place / width),
          place % width,
        ]);
      put(figures(measure, rowOfRecord, rows.length), (place) => [place, 0]);
    }
  }
  relate(rows, cells, measures);

  return {
    rows: rows.map(({ depth, value, others }, row) => ({
      depth,
      value,
      others,
      figures: cells[row] ?? [],
    })),
    columns: shownColumns.map((place): GroupValue => scan.columns.values[place] ?? null),
    otherColumns,
    groupCount: scan.levels[0]?.values.length ?? 0,
    recordCount,
  };
}

function groupsAtLevels({ levels, leafOf }: TotalsScan): Int32Array[] {
  const found = [leafOf];
  for (const level of levels.toReversed()) {
    const inner = found[0] ?? leafOf;
    found.unshift(inner.map((group) => level.parents[group] ?? 0));
  }
  return found;
}

function relate(
  rows: readonly ArrangedRow[],
  cells: readonly (number | null)[][],
  measures: readonly TotalsMeasure[],
): void {
  const siblings = Map.groupBy(rows.keys(), (row) => rows[row]?.parent ?? -1);
  const sums = cells.map((figures) => [...figures]);
  for (const [index, { kind }] of measures.entries()) {
    if (kind !== 'share' && kind !== 'rank') continue;
    for (let place = index; place < (cells[0]?.length ?? 0); place += measures.length) {
      for (const [parent, members] of siblings) {
        const whole = sums[parent]?.[place] ?? null;
        const sorted =
          kind === 'rank'
            ? ranking(members.flatMap((row) => (rows[row]?.others === 0 ? (sums[row]?.[place] ?? []) : [])))
            : null;
        for (const row of members) {
          const sum = sums[row]?.[place] ?? null;
          const figure = cells[row];
          if (figure === undefined) continue;
          if (sorted !== null)
            figure[place] =
              parent < 0 || sum === null || rows[row]?.others !== 0 ? null : (sorted.get(sum) ?? null);
          else figure[place] = sum === null || whole === null || whole <= 0 ? null : shareOf(sum, whole);
        }
      }
    }
  }
}

/** In percent; null if a figure is out of range. */
function shareOf(sum: number, whole: number): number | null {
  const share = (sum / whole) * 100;
  return Number.isFinite(share) && Number.isFinite(sum) && Number.isFinite(whole) ? share : null;
}

function ranking(figures: readonly number[]): ReadonlyMap<number, number> {
  const ranks = new Map<number, number>();
  for (const [index, figure] of figures.toSorted((a, b) => (a === b ? 0 : b > a ? 1 : -1)).entries())
    if (!ranks.has(figure)) ranks.set(figure, index + 1);
  return ranks;
}
