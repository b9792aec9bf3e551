import { canonicalJson } from '../../preload/contract/json.ts';
import type { BrowseLocation, Location } from '../../preload/contract/locations/location.ts';
import { allOf, conjunctsOf, type Filter, type ListQuery, type Sort } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { openingSort } from '../fields/sorting.ts';
import { searchFilter } from '../fields/search.ts';

export type { BrowseLocation, Location } from '../../preload/contract/locations/location.ts';

export function browse(resource: ResourceName, query: ListQuery = {}): BrowseLocation {
  return { view: 'browse', resource, search: '', query };
}

export function transactionsOf(address: string): BrowseLocation {
  const conditions = ['from_address', 'to_address'].map((field) => ({
    operator: 'equals',
    field,
    value: address,
  }));
  return browse('transactions', { filter: { operator: 'or', filters: conditions } });
}

/** Includes the search, as exports need it. */
export function queryOf({ resource, query, search }: BrowseLocation): ListQuery & { sort: Sort } {
  const words = searchFilter(resources[resource], search);
  return { ...narrowed(query, words === undefined ? [] : [words]), sort: sortOf(resource, query) };
}

/** Adds the conditions that the query does not have yet. */
export function narrowed({ filter, ...query }: ListQuery, further: readonly Filter[]): ListQuery {
  const present = conjunctsOf(filter);
  const texts = new Set(present.map(canonicalJson));
  const all = allOf([...present, ...further.filter((one) => !texts.has(canonicalJson(one)))]);
  return all === undefined ? query : { ...query, filter: all };
}

export function sortOf(resource: ResourceName, { sort }: ListQuery): Sort {
  return sort ?? openingSort(resource);
}

/** Names the page of a location: its view and its subject, without what the user chose there. */
export function pageOf(location: Location): string {
  const { view, resource, id, address, other }: PageParts = location;
  return canonicalJson([view, resource ?? null, id ?? null, address ?? null, other ?? null]);
}

interface PageParts {
  readonly view: string;
  readonly resource?: string | undefined;
  readonly id?: string | number | undefined;
  readonly address?: string | undefined;
  readonly other?: string | undefined;
}
