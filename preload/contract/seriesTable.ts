import type { AggregateAnswer, TimeseriesAnswer } from './aggregates.ts';
import { dayText } from './days.ts';
import type { ExportScope, TableColumn } from './exports.ts';
import type { Query } from './query.ts';
import type { ResourceName } from './resources/names.ts';
import { isUnit } from './units.ts';

type TableScope = Extract<ExportScope, { kind: 'table' }>;

interface FiguresOf {
  readonly title: string;
  readonly resource: ResourceName;
  readonly query: Query;
}

export function aggregateTable(of: FiguresOf, answer: AggregateAnswer): TableScope {
  return {
    kind: 'table',
    ...of,
    provenance: provenanceOf(answer, answer.results.length),
    columns: [...groupColumns, figureColumn(answer.results)],
    rows: answer.results.map(({ measure, group, value }) => [...groupCells({ measure, group }), value]),
  };
}

/** One row for each point (long form), without empty ones. */
export function longTable(of: FiguresOf, answer: TimeseriesAnswer): TableScope {
  const days = daysOf(of.query, answer);
  return {
    kind: 'table',
    ...of,
    provenance: provenanceOf(answer, answer.series.length),
    columns: [dayColumn, ...groupColumns, figureColumn(answer.series)],
    rows: answer.series.flatMap((series) =>
      days.flatMap(({ day, index }) => {
        const value = series.values[index] ?? NaN;
        return Number.isNaN(value) ? [] : [[day, ...groupCells(series), value]];
      }),
    ),
  };
}

/** One row for each day and a column for each series (wide form). */
export function wideTable(of: FiguresOf, answer: TimeseriesAnswer): TableScope {
  const names = answer.series.map(({ group, measure }) => group.name || measure.name);
  return {
    kind: 'table',
    ...of,
    provenance: provenanceOf(answer, answer.series.length),
    columns: [
      dayColumn,
      ...distinct(names).map((name, index) =>
        figureColumn(answer.series.slice(index, index + 1), name, name),
      ),
    ],
    rows: daysOf(of.query, answer).map(({ day, index }) => [
      day,
      ...answer.series.map(({ values }) => {
        const value = values[index] ?? NaN;
        return Number.isNaN(value) ? null : value;
      }),
    ]),
  };
}

/** Marks the table as partial if the service counts more groups. */
function provenanceOf(
  { provenance, pagination: { page, pageCount, resultCount } }: AggregateAnswer | TimeseriesAnswer,
  shown: number,
): TableScope['provenance'] {
  if (shown >= resultCount && page >= pageCount) return provenance;
  const serviceCount = shown < resultCount ? { serviceCount: resultCount } : {};
  return { ...provenance, coverage: { kind: 'partial', cachedRecords: shown, ...serviceCount } };
}

function figureColumn(
  figures: readonly Pick<AggregateAnswer['results'][number], 'measure'>[],
  name = 'value',
  label = 'Value',
): TableColumn {
  const [unit, ...others] = new Set(figures.map(({ measure }) => measure.unit));
  return { name, label, type: 'number', unit: others.length === 0 && isUnit(unit) ? unit : undefined };
}

const dayColumn = { name: 'date', label: 'Date', type: 'date' } as const;

const groupColumns: TableScope['columns'] = [
  { name: 'measure', label: 'Measure', type: 'text' },
  { name: 'unit', label: 'Unit', type: 'text' },
  { name: 'group_type', label: 'Group', type: 'text' },
  { name: 'group_id', label: 'Group id', type: 'text' },
  { name: 'group_name', label: 'Group name', type: 'text' },
];

function groupCells({
  measure,
  group,
}: Pick<AggregateAnswer['results'][number], 'measure' | 'group'>): (string | null)[] {
  return [measure.slug, measure.unit, group.type, group.id === null ? null : String(group.id), group.name];
}

function daysOf({ sort }: Query, { days }: TimeseriesAnswer): { day: string; index: number }[] {
  const rising = Array.from(days, (day, index) => ({
    day: dayText(day),
    index,
  }));
  return sort?.field === 'date' && sort.direction === 'desc' ? rising.reverse() : rising;
}

function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>([['date', 1]]);
  return names.map((name) => {
    const text = name.slice(0, 180) || 'value';
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times === 1 ? text : `${text} (${times.toString()})`;
  });
}
