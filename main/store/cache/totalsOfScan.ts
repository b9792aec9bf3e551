import type {
  GroupValue,
  RecordTotals,
  TotalsLevel,
  TotalsMeasure,
  TotalsRequest,
} from '../../../preload/contract/totals.ts';
import { countGroups, figureOfGroups, weightedMeans } from './groupFigures.ts';
import type { GroupLevel } from './totalsGroups.ts';
import { arrangeTotals, compareBy, maxColumns, type ArrangedRow } from './totalsRows.ts';

/** What was read of records: the groups and the numbers of each. */
export interface TotalsScan {
  readonly levels: readonly GroupLevel[];
  readonly columns: GroupLevel;
  /** The group of each record at the innermost level, and in the second axis. */
  readonly leafOf: Int32Array;
  readonly columnOf: Int32Array;
  readonly numbers: ReadonlyMap<string, Float64Array>;
}

/**
 * Sums up what was read by its groups.
 * @param check throws where nobody waits for the figures any more
 */
export function totalsOf(
  scan: TotalsScan,
  { rows: levels, columns: axis, measures, sort }: Omit<TotalsRequest, 'resource' | 'query'>,
  check: () => void,
): Omit<RecordTotals, 'approximate'> {
  const recordCount = scan.leafOf.length;

  /** A figure of each of the groups that records are in. */
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
  // Of more periods than have a column the latest have one.
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

/** Returns the fields whose numbers a measure is of. */
export function fieldsOfMeasure(measure: TotalsMeasure): string[] {
  if (measure.kind === 'weighted') return [measure.field, measure.weight];
  return 'field' in measure && measure.field !== undefined ? [measure.field] : [];
}

/** The fields that totals ask for, those of their levels and of their figures. */
export function fieldsOfTotals({
  rows,
  columns,
  measures,
}: Omit<TotalsRequest, 'resource' | 'query'>): string[] {
  const levels = columns === undefined ? rows : [...rows, columns];
  return [...levels.map(({ field }) => field), ...measures.flatMap(fieldsOfMeasure)];
}

/** The group of each record at every level: all of them at 0, those of the innermost level last. */
function groupsAtLevels({ levels, leafOf }: TotalsScan): Int32Array[] {
  const found = [leafOf];
  for (const level of levels.toReversed()) {
    const inner = found[0] ?? leafOf;
    found.unshift(inner.map((group) => level.parents[group] ?? 0));
  }
  return found;
}

/** Puts shares and ranks in the place of the sums that they are of. */
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

/** In percent; null where one of the two is larger than every number. */
function shareOf(sum: number, whole: number): number | null {
  const share = (sum / whole) * 100;
  return Number.isFinite(share) && Number.isFinite(sum) && Number.isFinite(whole) ? share : null;
}

/** The rank of each figure: the largest has the first, equal ones have the same. */
function ranking(figures: readonly number[]): ReadonlyMap<number, number> {
  const ranks = new Map<number, number>();
  for (const [index, figure] of figures.toSorted((a, b) => (a === b ? 0 : b > a ? 1 : -1)).entries())
    if (!ranks.has(figure)) ranks.set(figure, index + 1);
  return ranks;
}
