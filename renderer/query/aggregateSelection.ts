import type { AggregateMetadata, AggregateResource } from '../../preload/contract/metadata.ts';
import {
  allOf,
  conjunctsOf,
  isGroup,
  type Aggregate,
  type Condition,
  type Filter,
  type Query,
} from '../../preload/contract/query.ts';

/**
 * A query on aggregates as the chart's controls see it. Filters contain the measure and the days. Source:
 * service notes, "Aggregates and timeseries".
 */
export interface Selection {
  /** A slug; null for none or several. */
  readonly measure: string | null;
  /** `2025-06-01`, included; null is unbounded. */
  readonly from: string | null;
  readonly to: string | null;
  readonly filters: readonly Filter[];
  readonly groupBy: string | undefined;
  readonly aggregateFunction: string | undefined;
  readonly interval: string | undefined;
  readonly mode: string | undefined;
  /** Members of `aggregate` that have no control. */
  readonly further?: Readonly<Aggregate>;
  readonly page: number;
}

export interface SelectionProps {
  resource: AggregateResource;
  selection: Selection;
  metadata: AggregateMetadata;
  onresource: (resource: AggregateResource) => void;
  onselection: (selection: Selection) => void;
}

const measureField = 'measure_slug';
const dateField = 'date';
const fromOperators: readonly string[] = ['onOrAfter', 'gte'];
const toOperators: readonly string[] = ['onOrBefore', 'lte'];

export function readSelection(query: Query): Selection {
  const filters = conjunctsOf(query.filter);
  const isMeasure = (part: Filter): part is Condition =>
    isCondition(part, measureField, ['equals']) && typeof part.value === 'string';
  const measure = filters.find(isMeasure);
  const from = filters.find((part) => isDay(part, fromOperators));
  const to = filters.find((part) => isDay(part, toOperators));
  const { groupBy, aggregateFunction, interval, mode, ...further } = query.aggregate ?? {};
  return {
    measure: measure === undefined ? null : textOf(measure),
    from: from === undefined ? null : textOf(from),
    to: to === undefined ? null : textOf(to),
    filters: filters.filter((part) => part !== measure && part !== from && part !== to),
    groupBy,
    aggregateFunction,
    interval,
    mode,
    further,
    page: query.pagination?.page ?? 1,
  };
}

/** `perPage` counts series or groups. */
export function writeSelection(selection: Selection, perPage: number): Query {
  const filters: Filter[] = [
    ...(selection.measure === null
      ? []
      : [{ operator: 'equals', field: measureField, value: selection.measure }]),
    ...(selection.from === null ? [] : [{ operator: 'onOrAfter', field: dateField, value: selection.from }]),
    ...(selection.to === null ? [] : [{ operator: 'onOrBefore', field: dateField, value: selection.to }]),
    ...selection.filters,
  ];
  const { groupBy, aggregateFunction, interval, mode } = selection;
  const aggregate = {
    ...(groupBy === undefined ? {} : { groupBy }),
    ...(aggregateFunction === undefined ? {} : { aggregateFunction }),
    ...(interval === undefined ? {} : { interval }),
    ...(mode === undefined ? {} : { mode }),
    ...selection.further,
  };
  const filter = allOf(filters);
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(Object.keys(aggregate).length === 0 ? {} : { aggregate }),
    pagination: { page: selection.page, perPage },
  };
}

export function hasConditions({ filters, from, to }: Selection): boolean {
  return filters.length > 0 || from !== null || to !== null;
}

function isCondition(part: Filter, field: string, operators: readonly string[]): part is Condition {
  return !isGroup(part) && part.field === field && operators.includes(part.operator);
}

function isDay(part: Filter, operators: readonly string[]): part is Condition {
  return (
    isCondition(part, dateField, operators) &&
    typeof part.value === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(part.value)
  );
}

function textOf(condition: Filter): string {
  return isGroup(condition) ? '' : String(condition.value);
}
