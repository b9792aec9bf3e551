import { z } from 'zod';
import { dayMs } from '../../preload/contract/days.ts';
import { parseInstant } from '../../preload/contract/instants.ts';
import { longestDays, periods, startOfPeriod } from '../../preload/contract/periods.ts';
import {
  conjunctsOf,
  isGroup,
  type Condition,
  type Filter,
  type Query,
} from '../../preload/contract/query.ts';
import { filterSchema } from '../../preload/contract/querySchema.ts';
import type { OneSeries } from './series.ts';

/** A row's days since 1970 UTC, ascending. */
interface Dated {
  readonly row: Pick<OneSeries, 'measure' | 'group'>;
  readonly days: ArrayLike<number>;
}

/** Returns a sentence per unmatched part of the query. Rule: service notes, "Envelope of a list". */
export function mismatches(
  { filter, aggregate = {} }: Query,
  echoes: Readonly<Record<string, unknown>>,
  rows: readonly Dated[],
): string[] {
  const asked = conditionsOf(filter);
  const period = periods.find((name) => name === aggregate.interval) ?? 'day';
  const slack = longestDays[period] - 1;
  const isAsked = (day: number | undefined): boolean =>
    day === undefined ||
    // The service's default period is unknown.
    aggregate.interval === undefined ||
    asked.every((condition) => isWithin(condition, day, slack));
  const others = new Set(rows.flatMap(({ row }) => (isOfMeasure(row, asked) ? [] : row.measure.slug)));
  const kind = kindOf(aggregate.groupBy);
  const otherKind = rows.map(({ row }) => kindOf(row.group.type)).find((one) => one !== null && one !== kind);
  return [
    ...(kind !== null && otherKind !== undefined
      ? [`The service answered with groups by ${otherKind} in place of ${kind}.`]
      : []),
    ...(others.size > 0
      ? [`The service answered with another measure than asked for: ${[...others].slice(0, 5).join(', ')}.`]
      : []),
    ...(rows.every(({ days }) => isAsked(days[0]) && isAsked(days[days.length - 1]))
      ? []
      : ['The service did not apply the filter: its answer has days that were not asked for.']),
    ...(period !== 'day' && rows.some(({ days }) => repeatsPeriods(days, (day) => startOfPeriod(period, day)))
      ? [
          `The service did not apply the interval ${period}: it answered with several figures of one ${period}.`,
        ]
      : []),
    ...otherFilters(filter, echoes['filter']),
    ...otherMembers(aggregate, echoes['aggregate']),
  ];
}

/** Kinds of groups. Source: service notes, "Aggregates and timeseries". */
const groupKinds = ['measure', 'asset', 'token', 'asset_class', 'network', 'protocol', 'issuer'];

/** Returns the kind of a `groupBy` or a group's type; null for an unknown one. */
function kindOf(name = ''): string | null {
  return groupKinds.find((kind) => kind === wordOf(name)) ?? null;
}

/** Services write `assetClassId`, `asset_class_id` or `assetClass`. */
function wordOf(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])[A-Z]/g, '_$&')
    .toLowerCase()
    .replaceAll(/\W/g, '_')
    .replace(/_(id|slug)$/, '');
}

function conditionsOf(filter: Filter | undefined): Condition[] {
  return conjunctsOf(filter).flatMap((part) => {
    if (!isGroup(part)) return [part];
    return part.operator === 'or' ? [] : conditionsOf(part);
  });
}

function isOfMeasure({ measure: { id, slug } }: Dated['row'], asked: readonly Condition[]): boolean {
  return asked.every(({ field, operator, value }) => {
    if (operator !== 'equals' && operator !== 'in') return true;
    const values = [value].flat().map((one) => String(one).toLowerCase());
    if (field === 'measure_id') return id === null || values.includes(String(id).toLowerCase());
    // Some services send only a name.
    const word = slug.toLowerCase();
    return field !== 'measure_slug' || !/^[a-z\d_]+$/.test(word) || values.includes(word);
  });
}

/** `slack`: days by which the day of a period may lie outside it. */
function isWithin({ field, operator, value }: Condition, day: number, slack: number): boolean {
  const instant = field === 'date' && typeof value === 'string' ? parseInstant(value) : null;
  if (instant === null) return true;
  const at = instant / dayMs;
  const [first, last] = [day - slack, day + slack];
  switch (operator) {
    case 'gte':
    case 'onOrAfter':
      return last >= Math.floor(at);
    case 'gt':
      return last > at;
    case 'lte':
    case 'onOrBefore':
      return first <= at;
    case 'lt':
      return first < at;
    case 'equals':
      return first <= at && last >= Math.floor(at);
    default:
      return true;
  }
}

/** The day of a partly requested period may differ, so one repetition is accepted. */
function repeatsPeriods(days: ArrayLike<number>, startOf: (day: number) => number): boolean {
  let repeated = 0;
  for (let at = 1; at < days.length && repeated < 2; at += 1)
    if (startOf(days[at] ?? 0) === startOf(days[at - 1] ?? 0)) repeated += 1;
  return repeated > 1;
}

/**
 * Compares the fields of the service's echo. Those of measures are in the results, and a service has a period
 * of its own.
 */
function otherFilters(filter: Filter | undefined, echo: unknown): string[] {
  const applied = filterSchema.safeParse(echo);
  if (!applied.success) return [];
  const [asked, echoed] = [filter === undefined ? [] : leavesOf(filter), leavesOf(applied.data)];
  const missing = asked.filter(
    (one) => !/^measure_(id|slug)$/.test(one.field) && !echoed.some((other) => isSame(one, other)),
  );
  const further = echoed.filter(
    ({ field }) => !/measure|date/i.test(field) && !asked.some((one) => nameOf(one.field) === nameOf(field)),
  );
  const fieldsOf = (some: readonly Condition[]): string[] => [...new Set(some.map(({ field }) => field))];
  return [
    ...fieldsOf(missing).map((field) => `The service did not apply the filter by ${field}.`),
    ...fieldsOf(further).map((field) => `The service applied a filter by ${field} that was not requested.`),
  ];
}

function leavesOf(filter: Filter): Condition[] {
  return isGroup(filter) ? filter.filters.flatMap(leavesOf) : [filter];
}

function nameOf(field: string): string {
  return wordOf(field.replace(/:val$/, ''));
}

/** The echo may name fields and operators differently, and write days as timestamps. */
function isSame(asked: Condition, echoed: Condition): boolean {
  const kindOfName = ({ field }: Condition): string => /(id|slug)$/i.exec(field)?.[0].toLowerCase() ?? '';
  const textOf = ({ value }: Condition): string => [value].flat().map(String).sort().join().toLowerCase();
  const text = textOf(asked);
  return (
    nameOf(asked.field) === nameOf(echoed.field) &&
    (asked.operator !== echoed.operator ||
      // The service looked up the id of a slug.
      kindOfName(asked) !== kindOfName(echoed) ||
      text === textOf(echoed) ||
      (parseInstant(text) !== null && text.slice(0, 10) === textOf(echoed).slice(0, 10)))
  );
}

const membersSchema = z.record(z.string(), z.unknown()).catch({});

function otherMembers(asked: NonNullable<Query['aggregate']>, echo: unknown): string[] {
  const echoed = membersSchema.parse(echo);
  const readWord = (value: unknown): string | null => (typeof value === 'string' ? wordOf(value) : null);
  return ['groupBy', 'aggregateFunction', 'interval', 'mode'].flatMap((member) => {
    const [wanted, applied] = [readWord(asked[member]), readWord(echoed[member])];
    return wanted === null || applied === null || wanted === applied
      ? []
      : [`The service answered with the ${member} ${applied} in place of ${wanted}.`];
  });
}
