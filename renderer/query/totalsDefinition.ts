import type { Condition, Filter } from '../../preload/contract/query.ts';
import { dayMs } from '../../preload/contract/days.ts';
import { periods, startOfNextPeriod, type Period } from '../../preload/contract/periods.ts';
import { findField, resources, type ResourceName } from '../../preload/contract/resources.ts';
import { isOfLastDay } from '../../preload/contract/resources/additive.ts';
import { headlineOf } from '../../preload/contract/resources/headlines.ts';
import { findWithMembers } from '../../preload/contract/resources/memberFields.ts';
import {
  type GroupValue,
  type TotalsDefinition,
  type TotalsLevel,
  type TotalsMeasure,
} from '../../preload/contract/totals.ts';
import { shownAdditivity } from '../fields/additivity.ts';
import type { ShownField } from '../fields/infer.ts';
import { labelledByName } from '../fields/named.ts';
import { day } from '../format/dates.ts';
import { dateFormat } from '../format/intl.ts';
import type { FigureOptions } from '../format/numbers.ts';
import { quarterName } from '../ui/chart/calendarTicks.ts';
import type { PickItem } from '../ui/controls/picker.ts';
import {
  groupCondition,
  groupNoun,
  groupLabel,
  isMoment,
  measuresOf,
  totalsBy,
  totalsField,
} from './totals.ts';

interface TotalsSubject {
  readonly resource: ResourceName;
  readonly computed?: readonly ShownField[];
}

/** The default: the first column that names another record, a class or a type, else a date. */
export function firstTotals(resource: ResourceName): TotalsDefinition {
  const items = levelItems({ resource });
  const shown = resources[resource].defaultColumns.flatMap((name) => {
    const field = findField(resources[resource], name);
    const group = field === undefined ? null : totalsField(resource, field);
    return group === null ? [] : group;
  });
  const first =
    shown.find(({ type }) => type === 'id') ??
    shown.find(({ name }) => /_(class_name|type)$/.test(name)) ??
    shown.find(({ type }) => type !== 'text' && type !== 'address');
  return first === undefined ? { rows: items.slice(0, 1).map(({ level }) => level) } : totalsBy(first);
}

export function fieldOfLevel(
  { resource, computed = [] }: TotalsSubject,
  { field }: TotalsLevel,
): ShownField | undefined {
  const found = findField(resources[resource], field) ?? computed.find(({ name }) => name === field);
  return found === undefined ? undefined : (totalsField(resource, found) ?? undefined);
}

export function levelLabel(subject: TotalsSubject, level: TotalsLevel): string {
  const field = fieldOfLevel(subject, level);
  if (field === undefined) return level.field;
  const { label } = labelledByName(field);
  return level.period === undefined ? label : `${label} by ${level.period}`;
}

function levelNoun(subject: TotalsSubject, level: TotalsLevel): string {
  const field = fieldOfLevel(subject, level);
  return field === undefined || level.period !== undefined ? (level.period ?? level.field) : groupNoun(field);
}

export function levelsOf({ rows, columns }: Pick<TotalsDefinition, 'rows' | 'columns'>): TotalsLevel[] {
  return [...rows, ...(columns === undefined ? [] : [columns])];
}

/** Returns `month and token`. Equal nouns add their field. */
export function totalsNoun(
  subject: TotalsSubject,
  definition: Pick<TotalsDefinition, 'rows' | 'columns'>,
): string {
  const levels = levelsOf(definition).map(({ field, period }) => ({
    field,
    noun: levelNoun(subject, { field, period }),
  }));
  return levels
    .map(({ field, noun }) =>
      levels.some((other) => other.noun === noun && other.field !== field)
        ? `${noun} (${levelLabel(subject, { field })})`
        : noun,
    )
    .reduce((text, noun, index, all) => `${text}${index === all.length - 1 ? ' and' : ','} ${noun}`);
}

/** Dates appear once for each period. */
export function levelItems(subject: TotalsSubject): (PickItem & { readonly level: TotalsLevel })[] {
  const { resource, computed = [] } = subject;
  return [...resources[resource].fields, ...computed].flatMap((one) => {
    if (one.unseen === true || one.type === 'object' || totalsField(resource, one) === null) return [];
    const levels: TotalsLevel[] = isMoment(one.type)
      ? periods.map((period) => ({ field: one.name, period }))
      : [{ field: one.name }];
    return levels.map((level) => ({
      key: keyOfLevel(level),
      label: levelLabel(subject, level),
      detail: one.description,
      level,
    }));
  });
}

export function keyOfLevel({ field, period }: TotalsLevel): string {
  return `${field} ${period ?? ''}`;
}

export function valueLabel(
  { period }: TotalsLevel,
  field: ShownField | undefined,
  value: GroupValue,
  nameOf: (id: string) => string | undefined,
): string {
  if (value === null) return 'None';
  if (value === '') return 'Empty text';
  if (period !== undefined && typeof value === 'number') return periodLabel(period, value);
  return field === undefined ? String(value) : groupLabel(field, value, nameOf);
}

function periodLabel(period: Period, start: number): string {
  switch (period) {
    case 'day':
      return day(start);
    case 'week':
      return `Week of ${day(start)}`;
    case 'month':
      return dateFormat(undefined, { year: 'numeric', month: 'short' }).format(start);
    case 'quarter':
      return quarterName(start / dayMs);
    case 'year':
      return new Date(start).getUTCFullYear().toString();
  }
}

export function levelConditions({ period }: TotalsLevel, field: ShownField, value: GroupValue): Condition[] {
  if (value === null) return [{ operator: 'equals', field: field.name, value: null }];
  if (period === undefined || typeof value !== 'number') return [groupCondition(field, value)];
  if (period === 'day' && field.type === 'date') return [groupCondition(field, value)];
  const end = startOfNextPeriod(period, value / dayMs) * dayMs;
  return [
    { ...groupCondition(field, value), operator: 'gte' },
    { ...groupCondition(field, end), operator: 'lt' },
  ];
}

/**
 * Returns a condition for the records outside the shown groups. For periods it is null unless the latest are
 * shown, since the rest is not contiguous.
 */
export function othersCondition(
  { period }: TotalsLevel,
  field: ShownField,
  shown: readonly GroupValue[],
  isLatest: boolean,
): Filter | null {
  const none: Condition = { operator: 'equals', field: field.name, value: null };
  const hasNone = shown.includes(null);
  const values = shown.filter((value) => value !== null);
  if (period !== undefined) {
    const first = values.reduce<number>((least, value) => Math.min(least, Number(value)), Infinity);
    if (!isLatest || first === Infinity) return null;
    const earlier: Condition = { ...groupCondition(field, first), operator: 'lt' };
    return hasNone ? earlier : { operator: 'or', filters: [earlier, none] };
  }
  const outside: Condition[] = values.map((value) => ({
    ...groupCondition(field, value),
    operator: 'notEquals',
  }));
  // Comparisons never hold for records without a value.
  return hasNone
    ? { operator: 'and', filters: outside }
    : { operator: 'or', filters: [{ operator: 'and', filters: outside }, none] };
}

/** Defaults to count, sum and share of the headline value. */
export function chosenMeasures(
  resource: ResourceName,
  { measures }: TotalsDefinition,
): readonly TotalsMeasure[] {
  if (measures !== undefined) return measures;
  const field = measuresOf(resource)[0]?.name;
  return field === undefined
    ? [{ kind: 'count' }, { kind: 'share' }]
    : [{ kind: 'count' }, { kind: 'sum', field }, { kind: 'share', field }];
}

const figureNoun = {
  sum: 'Sum of',
  mean: 'Average of',
  min: 'Smallest',
  max: 'Largest',
  median: 'Median of',
  weighted: 'Weighted average of',
  share: 'Share of',
  rank: 'Rank by',
} as const;

function figureOf({ resource, computed = [] }: TotalsSubject, name: string): ShownField | undefined {
  return findWithMembers(resources[resource].fields, name) ?? computed.find((one) => one.name === name);
}

/** Returns `Average of Price`. */
export function measureLabel(subject: TotalsSubject, measure: TotalsMeasure): string {
  if (measure.kind === 'count') return 'Count';
  if (measure.field === undefined) return measure.kind === 'share' ? 'Share of count' : 'Rank by count';
  const of = `${figureNoun[measure.kind]} ${figureOf(subject, measure.field)?.label ?? measure.field}`;
  return measure.kind === 'weighted'
    ? `${of} by ${figureOf(subject, measure.weight)?.label ?? measure.weight}`
    : of;
}

/** A sum is headed by its field; a single share or rank needs no field. */
export function measureHeading(
  subject: TotalsSubject,
  measure: TotalsMeasure,
  all: readonly TotalsMeasure[],
): string {
  if (measure.kind === 'sum') return figureOf(subject, measure.field)?.label ?? measure.field;
  const isOnly = all.filter(({ kind }) => kind === measure.kind).length === 1;
  if (isOnly && measure.kind === 'share') return 'Share';
  return isOnly && measure.kind === 'rank' ? 'Rank' : measureLabel(subject, measure);
}

export function measureFormat(subject: TotalsSubject, measure: TotalsMeasure): FigureOptions {
  if (measure.kind === 'share') return { unit: 'percent' };
  if (measure.kind === 'count' || measure.kind === 'rank' || measure.field === undefined)
    return { unit: 'count' };
  return { unit: figureOf(subject, measure.field)?.unit };
}

export function keyOfMeasure(measure: TotalsMeasure): string {
  return `${measure.kind} ${'field' in measure ? (measure.field ?? '') : ''}`;
}

/** Returns the count, then default figures, then others. */
export function measureItems(subject: TotalsSubject): (PickItem & { readonly measure: TotalsMeasure })[] {
  const { resource, computed = [] } = subject;
  const main: readonly ShownField[] = measuresOf(resource);
  const figures = [...resources[resource].fields, ...computed].filter(
    (one) =>
      ['metric', 'number', 'integer'].includes(one.type) && one.unseen !== true && one.via === undefined,
  );
  const weight = (field: string): string | undefined =>
    (headlineOf(resource)?.name === field ? undefined : headlineOf(resource)?.name) ??
    main.find(({ name }) => name !== field)?.name;
  const all: TotalsMeasure[] = [
    { kind: 'count' },
    { kind: 'share' },
    { kind: 'rank' },
    ...[...new Set([...main, ...figures])]
      .filter((one) => figures.includes(one))
      .flatMap(({ name: field }): TotalsMeasure[] => {
        const by = weight(field);
        return [
          ...(isOfLastDay(field)
            ? (['mean', 'min', 'max', 'median'] as const)
            : (['sum', 'mean', 'min', 'max', 'median', 'share', 'rank'] as const)
          ).map((kind) => ({ kind, field })),
          ...(by === undefined ? [] : [{ kind: 'weighted' as const, field, weight: by }]),
        ];
      }),
  ];
  return all.map((measure) => ({
    key: keyOfMeasure(measure),
    label:
      measure.kind === 'weighted'
        ? `Weighted average of ${figureOf(subject, measure.field)?.label ?? ''}`
        : measureLabel(subject, measure),
    detail: warningOf(subject, measure, []) ?? undefined,
    measure,
  }));
}

export function addsUp(
  subject: TotalsSubject,
  measure: TotalsMeasure,
  levels: readonly TotalsLevel[],
): boolean {
  return ['count', 'sum', 'share'].includes(measure.kind) && warningOf(subject, measure, levels) === null;
}

export function warningOf(
  subject: TotalsSubject,
  measure: TotalsMeasure,
  levels: readonly TotalsLevel[],
): string | null {
  if (measure.kind !== 'sum' && measure.kind !== 'share' && measure.kind !== 'rank') return null;
  const field = measure.field === undefined ? undefined : figureOf(subject, measure.field);
  if (field === undefined) return null;
  const additivity = shownAdditivity(field);
  if (additivity === 'none') {
    const why = isOfLastDay(field.name) ? 'their last days differ' : 'its sum has no meaning';
    return `${field.label} does not add up over ${resources[subject.resource].label.toLowerCase()}: ${why}. Take the average or the weighted average.`;
  }
  return additivity === 'one-token' && levels.every((level) => level.field !== 'token_id')
    ? `${field.label} is in units of each token: its sum has a meaning for one token only. Group by token.`
    : null;
}
