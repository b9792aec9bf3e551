import { periods } from '../../../preload/contract/periods.ts';
import type { SqlResultColumn } from '../../../preload/contract/sql.ts';
import { columnKey } from '../../../preload/contract/sqlColumns.ts';
import {
  maxTotalsMeasures,
  type RecordTotals,
  type TotalsDefinition,
  type TotalsLevel,
  type TotalsMeasure,
  type TotalsRequest,
  type TotalsRow,
} from '../../../preload/contract/totals.ts';
import type { PickItem } from '../../ui/controls/picker.ts';
import { drawingOf, type TotalsDrawing } from '../records/browser/totalsChart.ts';
import { figureNoun, keyOfLevel, keyOfMeasure } from '../records/browser/totalsDefinition.ts';

/** What the rows of a result can be summed up by, and what is drawn of it. */

type Columns = readonly SqlResultColumn[];

/** Figures that are summed up at first, at most. */
const firstFigures = 3;

/** Returns the columns that make groups, days and times once for each period. */
export function levelItems(columns: Columns): (PickItem & { readonly level: TotalsLevel })[] {
  return columns.flatMap(({ name, kind }, place) => {
    const field = columnKey(place);
    const levels: TotalsLevel[] =
      kind === 'date' || kind === 'datetime' ? periods.map((period) => ({ field, period })) : [{ field }];
    return levels.map((level) => ({
      key: keyOfLevel(level),
      label: level.period === undefined ? name : `${name} by ${level.period}`,
      level,
    }));
  });
}

/** Returns the figures of the columns that have numbers, and the count. */
export function measureItems(columns: Columns): (PickItem & { readonly measure: TotalsMeasure })[] {
  const ofColumns = columns.flatMap(({ kind }, place): TotalsMeasure[] =>
    kind === 'number' || kind === 'mixed'
      ? (['sum', 'mean', 'min', 'max', 'median'] as const).map((kind) => ({ kind, field: columnKey(place) }))
      : [],
  );
  return [{ kind: 'count' } as const, ...ofColumns].map((measure) => ({
    key: keyOfMeasure(measure),
    label: measureLabel(columns, measure),
    measure,
  }));
}

/** Returns what a figure is called: `Sum of amount`. */
export function measureLabel(columns: Columns, measure: TotalsMeasure): string {
  if (measure.kind === 'count' || measure.field === undefined) return 'Count';
  const place = columns.findIndex((_, index) => columnKey(index) === measure.field);
  return `${figureNoun[measure.kind]} ${columns[place]?.name ?? measure.field}`;
}

/** Returns what totals are by, in the middle of a sentence: `month and place`. Periods of two columns say which column they are of. */
export function levelsNoun(columns: Columns, levels: readonly TotalsLevel[]): string {
  const nameOf = ({ field }: TotalsLevel): string =>
    columns.find((_, place) => columnKey(place) === field)?.name ?? field;
  return levels
    .map((level) => {
      const { field, period } = level;
      if (period === undefined) return nameOf(level);
      const isShared = levels.some((other) => other.period === period && other.field !== field);
      return isShared ? `${period} (${nameOf(level)})` : period;
    })
    .join(' and ');
}

/** Returns what is summed up at first: the numbers by the first day or time, else by the first text. */
export function firstDefinition(columns: Columns): TotalsDefinition & Pick<TotalsRequest, 'measures'> {
  const levels = levelItems(columns);
  const isOf = (wanted: string) => (level: TotalsLevel) =>
    columns.some(({ kind }, place) => kind.startsWith(wanted) && columnKey(place) === level.field);
  const [first] = ['date', 'text', ''].flatMap((wanted) => levels.filter(({ level }) => isOf(wanted)(level)));
  const sums = measureItems(columns).flatMap(({ measure }) =>
    measure.kind === 'sum' && measure.field !== first?.level.field ? measure : [],
  );
  // Identifiers are numbers too, but their sum means nothing.
  const isId = (measure: TotalsMeasure): boolean => /_?id$/i.test(measureLabel(columns, measure));
  const figures = sums
    .filter((measure) => !isId(measure))
    .slice(0, Math.min(firstFigures, maxTotalsMeasures));
  return {
    rows: [first?.level ?? { field: columnKey(0) }],
    measures: figures.length > 0 ? figures : [{ kind: 'count' }],
  };
}

/**
 * Returns what is drawn: a series for each group of the second axis, of one figure; without one, a series for each figure. What
 * adds up is not known of the columns of a statement, so nothing is stacked or put together, and a day without a row is a gap.
 */
export function drawingOfResult(
  answer: RecordTotals,
  request: Omit<TotalsRequest, 'resource' | 'query'>,
  labels: {
    readonly measures: readonly string[];
    /** The figure of a chart with a second axis, by its place among the measures. */
    readonly drawn: number;
    readonly group: (row: TotalsRow) => string;
    readonly columns: readonly string[];
  },
): TotalsDrawing {
  const options = {
    unit: undefined,
    addsUp: { columns: false, groups: false },
    groupLabel: labels.group,
    entityOf: () => null,
  };
  const unknown = { kind: 'mean', field: '' } as const;
  if (request.columns !== undefined || request.measures.length === 1) {
    const measures = request.measures.map((measure) => (measure.kind === 'count' ? measure : unknown));
    return drawingOf(
      answer,
      { ...request, measures },
      {
        ...options,
        measure: labels.drawn,
        name: labels.measures[labels.drawn] ?? '',
        columnLabels: labels.columns,
      },
    );
  }
  return drawingOf(
    {
      ...answer,
      columns: labels.measures,
      otherColumns: 0,
      rows: answer.rows.map((row) => ({ ...row, figures: [null, ...row.figures] })),
    },
    { rows: request.rows, columns: { field: 'figures' }, measures: [unknown] },
    { ...options, measure: 0, name: '', columnLabels: labels.measures },
  );
}
