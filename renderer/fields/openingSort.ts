import type { Sort } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';

/** What comes first where the service's own order tells an analyst little: the largest, and the latest to the second. */
const leading: Partial<Record<ResourceName, string>> = {
  assets: 'circulating_market_value_dollar',
  tokens: 'market_value_dollar',
  transactions: 'timestamp',
};

/** The order in which a resource is shown before the user chooses one. */
export function openingSort(resource: ResourceName): Sort {
  const field = leading[resource];
  return field === undefined ? { ...resources[resource].defaultSort } : { field, direction: 'desc' };
}
