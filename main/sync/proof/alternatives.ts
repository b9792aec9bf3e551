import { dayNumber, dayText } from '../../../preload/contract/days.ts';
import { hasCode } from '../../../preload/contract/failures.ts';
import { allOf, isGroup, type Condition, type Filter } from '../../../preload/contract/query.ts';

/** Conditions tested against records, at most. */
const maxComparisons = 10_000_000;

/** Alternatives requested one by one, at most; the others are requested together. */
const maxAlone = 4;

/**
 * Returns an equal filter with its values and alternatives in reverse order; itself if it has none. A service
 * may read only the first of them, and count what it found.
 */
export function reverseAlternatives<Given extends Filter | undefined>(filter: Given): Filter | Given {
  if (filter === undefined) return filter;
  if (isGroup(filter)) {
    const filters = filter.filters.map((one) => reverseAlternatives(one));
    if (filter.operator === 'or' && filters.length > 1) return { ...filter, filters: filters.reverse() };
    return filters.every((one, at) => one === filter.filters[at]) ? filter : { ...filter, filters };
  }
  const { operator, value } = filter;
  const isList = operator === 'in' && Array.isArray(value) && value.length > 1;
  return isList ? { ...filter, value: value.toReversed() } : filter;
}

/**
 * Returns an equal filter with each border of days named by the day outside of it; itself if it has none. A
 * service may leave a border out, or read its day as an instant.
 */
export function otherBorders<Given extends Filter | undefined>(
  filter: Given,
  isDate: (field: string) => boolean,
): Filter | Given {
  if (filter === undefined) return filter;
  if (!isGroup(filter)) return isDate(filter.field) ? otherBorder(filter) : filter;
  const filters = filter.filters.map((one) => otherBorders(one, isDate));
  return filters.every((one, at) => one === filter.filters[at]) ? filter : { ...filter, filters };
}

/**
 * Returns a condition for the day alone that a border includes, named by the days outside; null if the
 * condition is no such border.
 */
export function borderDay(condition: Condition): Filter | null {
  const other = otherBorder(condition);
  if (other === condition) return null;
  const day = dayNumber(String(condition.value).slice(0, dayLength));
  const [operator, field] = ['and', condition.field] as const;
  return { operator, filters: [beginningOf(day, field), { field, operator: 'lt', value: dayText(day + 1) }] };
}

const dayLength = '2026-01-05'.length;

/** After the last millisecond of the day before: services may compare instants. */
function beginningOf(day: number, field: string): Condition {
  return { field, operator: 'gt', value: `${dayText(day - 1)}T23:59:59.999Z` };
}

function otherBorder(condition: Condition): Condition {
  const { field, operator, value } = condition;
  const [, text, time = ''] = /^(\d{4}-\d\d-\d\d)(T.*)?$/.exec(typeof value === 'string' ? value : '') ?? [];
  const day = text === undefined ? NaN : dayNumber(text);
  if (Number.isNaN(day)) return condition;
  const [isFrom, isTo] = [/^(gte|onOrAfter)$/.test(operator), /^(lte|onOrBefore)$/.test(operator)];
  if (isTo && /^(T23:59:59(\.\d+)?Z)?$/.test(time)) return { field, operator: 'lt', value: dayText(day + 1) };
  return isFrom && /^(T00:00:00(\.0+)?Z)?$/.test(time) ? beginningOf(day, field) : condition;
}

/**
 * Returns the alternatives of a filter, values of its lists, and days at its borders that no record shows to
 * have been read. An alternative is shown only by a record that matches no other: services may read only
 * some, or read `or` as `and`.
 * @param records how many there are
 * @param count how many of them match; throws `bad-query` if the cache cannot tell
 * @param borderOf the day that a condition has as its border, if it is to be shown
 */
export function silentParts(
  filter: Filter | undefined,
  records: number,
  count: (filter: Filter) => number,
  borderOf: (condition: Condition) => Filter | null = () => null,
): Filter[] {
  if (filter === undefined || records === 0) return [];
  try {
    return partsOf(filter, count);
  } catch (error) {
    if (hasCode(error, 'bad-query')) return [];
    throw error;
  }

  /** @param count of records that only this part can have brought */
  function partsOf(part: Filter, count: (filter: Filter) => number): Filter[] {
    if (!isGroup(part)) {
      const { operator, value } = part;
      const border = borderOf(part);
      if (border !== null) return count(border) === 0 ? [border] : [];
      if (operator !== 'in' || !Array.isArray(value) || value.length * records > maxComparisons) return [];
      const silent = value.filter((one) => count({ ...part, operator: 'equals', value: one }) === 0);
      return silent.length === 0 || silent.length === value.length ? [] : [{ ...part, value: silent }];
    }
    const { filters } = part;
    if (part.operator !== 'or')
      return filters.flatMap((one, at) =>
        partsOf(one, count).flatMap((narrow) => allOf(filters.with(at, narrow)) ?? []),
      );
    if (filters.length < 2 || filters.length ** 2 * records > maxComparisons) return [];
    const all = count(part);
    // No record matches the filter.
    if (all === 0) return [];
    const isSilent = filters.map((_, at) => count({ ...part, filters: filters.toSpliced(at, 1) }) === all);
    const silent = filters.filter((_, at) => isSilent[at]);
    const narrowed = filters.flatMap((one, at) => {
      const others: Filter = { operator: 'or', filters: filters.toSpliced(at, 1) };
      const alone = (narrow: Filter): number =>
        count(narrow) - count({ operator: 'and', filters: [narrow, others] });
      return isSilent[at] === true ? [] : partsOf(one, alone);
    });
    // The service may read several silent alternatives only as `and`.
    if (silent.length < 2) return anyOf([...silent, ...narrowed]);
    const alone = silent.slice(0, maxAlone).map((one) => [one]);
    return [...alone, silent.slice(maxAlone), narrowed].flatMap(anyOf);
  }
}

function anyOf(filters: readonly Filter[]): Filter[] {
  const [only, ...others] = filters;
  if (only === undefined) return [];
  return [others.length === 0 ? only : { operator: 'or', filters: [...filters] }];
}
