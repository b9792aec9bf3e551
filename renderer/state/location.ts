import type { Filter, Query, Sort } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { openingSort } from '../fields/openingSort.ts';
import { searchFilter } from '../fields/search.ts';

/** Where the user is. Everything that decides what a view shows is in its location, so that back and forward restore it. */
export type Location = BrowseLocation | { readonly view: 'jobs' } | { readonly view: 'settings' };

/** The records of one resource, as asked. */
export interface BrowseLocation {
  readonly view: 'browse';
  readonly resource: ResourceName;
  /** Words looked for in the searchable fields; empty for none. */
  readonly search: string;
  /** Further filters, all of which must hold. */
  readonly filters: readonly Filter[];
  /** Undefined for the order in which the resource opens. */
  readonly sort: Sort | undefined;
  /** From 1. */
  readonly page: number;
  /** The record in the panel, if one is open. */
  readonly recordId: string | number | undefined;
}

/** The records of a resource as they are before the user asks for anything, or those that `filters` choose. */
export function browse(resource: ResourceName, filters: readonly Filter[] = []): BrowseLocation {
  return { view: 'browse', resource, search: '', filters, sort: undefined, page: 1, recordId: undefined };
}

/** The query of a location without its page: what an export means. */
export function queryOf(location: BrowseLocation): Query {
  const resource = resources[location.resource];
  const search = searchFilter(resource, location.search);
  const filters = search === undefined ? location.filters : [...location.filters, search];
  const [first] = filters;
  return {
    ...(first === undefined
      ? {}
      : { filter: filters.length === 1 ? first : { operator: 'and', filters: [...filters] } }),
    sort: sortOf(location),
  };
}

/** The query of one page of a location. */
export function pageQueryOf(location: BrowseLocation, perPage: number): Query {
  return { ...queryOf(location), pagination: { page: location.page, perPage } };
}

/** The order that holds: the user's, else the one in which the resource opens. */
export function sortOf(location: BrowseLocation): Sort {
  return location.sort ?? openingSort(location.resource);
}
