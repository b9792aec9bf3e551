import { dayMs, dayText } from '../../../preload/contract/days.ts';
import type { ExportScope } from '../../../preload/contract/exports.ts';
import type { TotalsRow } from '../../../preload/contract/totals.ts';
import type { Unit } from '../../../preload/contract/units.ts';
import { count } from '../../format/numbers.ts';

export interface TreeRow extends TotalsRow {
  /** Unique, and equal in another answer. */
  readonly key: string;
  /** Index of the parent row; −1 for all records. */
  readonly parent: number;
  readonly hasInner: boolean;
}

export function treeOf(rows: readonly TotalsRow[]): TreeRow[] {
  const tree: TreeRow[] = [];
  const around: number[] = [];
  for (const [index, row] of rows.entries()) {
    const parent = row.depth === 0 ? -1 : (around[row.depth - 1] ?? -1);
    around[row.depth] = index;
    tree.push({
      ...row,
      parent,
      key: `${tree[parent]?.key ?? ''}/${row.others > 0 ? 'others' : JSON.stringify(row.value)}`,
      hasInner: row.depth > 0 && (rows[index + 1]?.depth ?? 0) > row.depth,
    });
  }
  return tree;
}

export function unfolded(tree: readonly TreeRow[], folded: ReadonlySet<string>): number[] {
  const shown: number[] = [];
  let hiddenBelow = Infinity;
  for (const [index, { depth, key }] of tree.entries()) {
    if (depth > hiddenBelow) continue;
    hiddenBelow = folded.has(key) ? depth : Infinity;
    shown.push(index);
  }
  return shown;
}

interface TotalsLabels {
  readonly levels: readonly string[];
  readonly measures: readonly string[];
  readonly units: readonly (Unit | undefined)[];
  readonly isDay: readonly boolean[];
  readonly group: (row: TotalsRow) => string;
  readonly columns: readonly string[];
}

type TableScope = Pick<Extract<ExportScope, { kind: 'table' }>, 'columns' | 'rows'>;

/** Returns a table with a column for each level and figure. Outer levels are repeated in each row. */
export function tableOfTotals(
  tree: readonly TreeRow[],
  shown: readonly number[],
  labels: TotalsLabels,
): TableScope {
  const names = new Map<string, number>();
  const unique = (name: string): string => {
    const times = (names.get(name) ?? 0) + 1;
    names.set(name, times);
    return times === 1 ? name : `${name} (${times.toString()})`;
  };
  const headings = ['All', ...labels.columns].flatMap((column) =>
    labels.measures.map((measure) =>
      labels.columns.length === 0 ? measure : labels.measures.length === 1 ? column : `${column}: ${measure}`,
    ),
  );
  return {
    columns: [
      ...labels.levels.map((label) => ({ name: unique(label), label, type: 'text' as const })),
      ...headings.map((label, index) => ({
        name: unique(label).slice(0, 200),
        label: label.slice(0, 200),
        type: 'number' as const,
        unit: labels.units[index % labels.units.length],
      })),
    ],
    rows: shown.map((index) => {
      const levels = labels.levels.map((): string | null => null);
      for (let at = index; at >= 0; at = tree[at]?.parent ?? -1) {
        const row = tree[at];
        if (row !== undefined && row.depth > 0) levels[row.depth - 1] = cellOf(row, labels);
        else if (at === index) levels[0] = 'All';
      }
      const figures = tree[index]?.figures ?? [];
      return [
        ...levels,
        ...figures.map((figure) =>
          figure === null || Number.isFinite(figure) ? figure : 'Too large for a number',
        ),
      ];
    }),
  };
}

function cellOf(row: TotalsRow, labels: TotalsLabels): string {
  if (row.others === 0 && labels.isDay[row.depth - 1] === true && typeof row.value === 'number')
    return dayText(row.value / dayMs);
  return labels.group(row);
}

export function othersLabel(others: number): string {
  return `Other (${count(others)})`;
}
