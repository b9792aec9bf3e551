import { approximateNote } from '../../../preload/contract/answerNotes.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { fieldsOf, isGroup, type Filter } from '../../../preload/contract/query.ts';
import { aggregateMeasures, type AggregateMeasure } from '../../../preload/contract/resources/aggregates.ts';
import { unknownGroup, type Measure, type SeriesGroup } from '../../../preload/contract/aggregates.ts';
import type { AggregatePlan } from '../query/aggregatePlan.ts';
import type { HasRemainders } from '../query/exact.ts';
import type { Table } from '../query/tables.ts';

/** Which figures an aggregate asks for, and whether cached records have them. */

/** Throws a `FailureError` of code `offline` for what the latest figures of records do not tell. */
export function refuseWhatRecordsLack({ groupType, mode, filter }: AggregatePlan): void {
  if (groupType === 'date') {
    throw cannotTell('not how they were on each day. Group by something else');
  }
  if (mode === 'flow') throw cannotTell('not what they add up to over time. Choose the last value');
  if (fieldsOf(filter).includes('date')) {
    throw cannotTell('not those of other days. Remove the condition on the date');
  }
}

/** What was found of a group: its figure, of how many members, and how many of them lack it. */
export interface GroupFigure {
  readonly name: string | null;
  readonly answer: number | null;
  readonly members: number;
  readonly missing: number;
}

/** Groups named in a sentence. */
const namedGroups = 3;

/**
 * Throws where some members of a group lack the figure, and it matters whether they stand for nothing or for zero. Rule: service
 * notes, "Records": a metric is null where there is no data, or nothing but zeros.
 */
export function refuseUnknown({ aggregateFunction }: AggregatePlan, groups: readonly GroupFigure[]): void {
  const unknown = groups.filter((group) => !isKnown(aggregateFunction, group));
  if (unknown.length === 0) return;
  const names = unknown.slice(0, namedGroups).map(({ name }) => name ?? unknownGroup);
  const others = unknown.length - names.length;
  const named = [...names, ...(others > 0 ? [`${others.toString()} more`] : [])].join(', ');
  throw cannotTell(
    `in ${named} some lack this one, and whether they count as zero is not known. Choose the sum or leave these groups out`,
  );
}

/** True where zeros in place of what is missing would not change the figure. */
function isKnown(
  aggregateFunction: AggregatePlan['aggregateFunction'],
  { answer, members, missing }: GroupFigure,
): boolean {
  if (missing === 0) return true;
  // Nothing is known of the group, and nothing is said of it.
  if (missing === members || answer === null) return true;
  switch (aggregateFunction) {
    case 'sum':
      return true;
    case 'min':
      return answer <= 0;
    case 'max':
      return answer >= 0;
    case 'avg':
      return answer === 0;
  }
}

/** The measures that the filter lets through. Throws where it does not name them, or names one that records do not have. */
export function measuresOfFilter(filter: Filter | undefined): AggregateMeasure[] {
  const named = measuresOf(filter);
  if (named === null) {
    throw cannotTell('not of every measure. Name the measure with “equals” or “in”');
  }
  return [...named].map((name) => {
    const measure = aggregateMeasures.find(({ id, slug }) => slug === name || id.toString() === name);
    if (measure === undefined)
      throw cannotTell(`not those of “${name.slice(0, 100)}”. Choose another measure`);
    return measure;
  });
}

/** The slugs and ids that measures must be one of to match; null where the filter does not bound them. */
function measuresOf(filter: Filter | undefined): Set<string> | null {
  if (filter === undefined) return null;
  if (!isGroup(filter)) {
    const { field, operator, value } = filter;
    const values = field === 'measure_slug' || field === 'measure_id' ? [value].flat() : [];
    return values.length > 0 && ['equals', 'in'].includes(operator) ? new Set(values.map(String)) : null;
  }
  const parts = filter.filters.map(measuresOf);
  const bounds = parts.filter((part) => part !== null);
  if (filter.operator !== 'or') return bounds[0] ?? null;
  return bounds.length < parts.length || bounds.length === 0
    ? null
    : new Set(bounds.flatMap((part) => [...part]));
}

function cannotTell(what: string): FailureError {
  return new FailureError({
    code: 'offline',
    message: `Records on this computer have the latest figures, but ${what}, or go online.`,
  });
}

/** A group of the cache: what its members share, and the measure that is summed up. */
export interface LocalGroup extends Pick<SeriesGroup, 'id' | 'color'> {
  readonly measureId: number;
  readonly name: string | null;
}

/** A group and its measure as answers name them. */
export function describeGroup(
  { groupType }: Pick<AggregatePlan, 'groupType'>,
  { measureId, id, name, color }: LocalGroup,
): { measure: Measure; group: SeriesGroup } {
  const measure = aggregateMeasures.find((one) => one.id === measureId);
  return {
    measure: {
      id: measureId,
      slug: measure?.slug ?? '',
      name: measure?.label ?? '',
      unit: measure?.unit ?? '',
    },
    group: {
      id,
      type: groupType,
      name: name ?? (id === null ? unknownGroup : String(id)),
      color: color?.toLowerCase() ?? null,
    },
  };
}

/** Says that sums are approximate where the cache has a number for one of these measures that a double does not hold. */
export function approximateNotes(
  tokens: Table,
  measures: readonly AggregateMeasure[],
  hasRests: HasRemainders,
): string[] {
  const slugs = new Set<string>(measures.map(({ slug }) => slug));
  const isApproximate = tokens.columns.some((column) => slugs.has(column.name) && hasRests(tokens, column));
  return isApproximate ? [approximateNote] : [];
}
