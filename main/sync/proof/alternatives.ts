import { hasCode } from '../../../preload/contract/failures.ts';
import { allOf, isGroup, type Filter } from '../../../preload/contract/query.ts';

/** Conditions held against records, at most. */
const maxComparisons = 10_000_000;

/** Alternatives that are asked one by one, at most; the others are asked together. */
const maxAlone = 4;

/**
 * Returns the filter with its lists of values and its alternatives in reverse order, which asks for the same; itself if it has
 * none. A service may read only the first of them and count what it found.
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
 * Returns those alternatives of a filter, and values of its lists, that none of the records shows to have been read: an
 * alternative is shown only by a record that matches it and no other. Services may read only some of them, or read
 * `or` as `and`. Each filter asks for a part of what the whole one asks for.
 * @param records how many there are
 * @param count how many of them match; throws `bad-query` if the cache cannot tell
 */
export function silentParts(
  filter: Filter | undefined,
  records: number,
  count: (filter: Filter) => number,
): Filter[] {
  if (filter === undefined || records === 0) return [];
  try {
    return partsOf(filter);
  } catch (error) {
    if (hasCode(error, 'bad-query')) return [];
    throw error;
  }

  function partsOf(part: Filter): Filter[] {
    if (!isGroup(part)) {
      const { operator, value } = part;
      if (operator !== 'in' || !Array.isArray(value) || value.length * records > maxComparisons) return [];
      const silent = value.filter((one) => count({ ...part, operator: 'equals', value: one }) === 0);
      return silent.length === 0 || silent.length === value.length ? [] : [{ ...part, value: silent }];
    }
    const { filters } = part;
    if (part.operator !== 'or')
      return filters.flatMap((one, at) =>
        partsOf(one).flatMap((narrow) => allOf(filters.with(at, narrow)) ?? []),
      );
    if (filters.length < 2 || filters.length ** 2 * records > maxComparisons) return [];
    const all = count(part);
    // None of the records has what the filter asks for.
    if (all === 0) return [];
    const isSilent = filters.map((_, at) => count({ ...part, filters: filters.toSpliced(at, 1) }) === all);
    const silent = filters.filter((_, at) => isSilent[at]);
    const narrowed = filters.flatMap((one, at) => (isSilent[at] === true ? [] : partsOf(one)));
    // Of several that are silent the service may read none but as `and`.
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
