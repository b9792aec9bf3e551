import type { Sort } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { headlineOf } from '../../preload/contract/resources/headlines.ts';

/** Returns the default order of a resource: largest first; transactions by `timestamp`, latest first. */
export function openingSort(resource: ResourceName): Sort {
  if (resource === 'transactions') return { field: 'timestamp', direction: 'desc' };
  const headline = headlineOf(resource);
  return headline?.sortable === true
    ? { field: headline.name, direction: 'desc' }
    : { ...resources[resource].defaultSort };
}
