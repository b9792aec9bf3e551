import type { BrowseLocation } from '../../preload/contract/locations/location.ts';
import type { Filter, Query, Sort } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { openingSort } from '../fields/openingSort.ts';
import { searchFilter } from '../fields/search.ts';

export type { BrowseLocation, Location } from '../../preload/contract/locations/location.ts';

/** The records of a resource as they are before the user asks for anything, or those that `filters` choose. */
export function browse(resource: ResourceName, filters: readonly Filter[] = []): BrowseLocation {
  return { view: 'browse', resource, search: '', filters };
}

/** The transactions from and to an address. */
export function transactionsOf(address: string): BrowseLocation {
  const conditions = ['from_address', 'to_address'].map((field) => ({
    operator: 'equals',
    field,
    value: address,
  }));
  return browse('transactions', [{ operator: 'or', filters: conditions }]);
}

/** The query of a location, all of its records: what an export means. */
export function queryOf(location: BrowseLocation): Query {
  const resource = resources[location.resource];
  const search = searchFilter(resource, location.search);
  const filters = search === undefined ? location.filters : [...location.filters, search];
  return { ...queryOfFilters(filters), sort: sortOf(location) };
}

/** A query whose filter is that all of these hold. */
export function queryOfFilters(filters: readonly Filter[]): Pick<Query, 'filter'> {
  const [first] = filters;
  if (first === undefined) return {};
  return { filter: filters.length === 1 ? first : { operator: 'and', filters: [...filters] } };
}

/** The order that holds: the user's, else the one in which the resource opens. */
export function sortOf(location: BrowseLocation): Sort {
  return location.sort ?? openingSort(location.resource);
}
