import type { Sort } from '../../preload/contract/query.ts';
import { findField, resources, type ResourceName } from '../../preload/contract/resources.ts';
import type { Field } from '../../preload/contract/resources/types.ts';

/** The one figure that stands for a record; resources without metrics have none. */
const headlines: Readonly<Partial<Record<ResourceName, string>>> = {
  assets: 'circulating_market_value_dollar',
  tokens: 'market_value_dollar',
  networks: 'bridged_token_value_dollar',
  platforms: 'bridged_token_value_dollar',
  issuers: 'bridged_token_value_dollar',
  managers: 'bridged_token_value_dollar',
};

/** The metric that stands for a record of the resource, in dollars. */
export function headlineOf(resource: ResourceName): Field | undefined {
  return findField(resources[resource], headlines[resource] ?? '');
}

/** The order in which a resource is shown before the user chooses one: the largest first, and the latest to the second. */
export function openingSort(resource: ResourceName): Sort {
  if (resource === 'transactions') return { field: 'timestamp', direction: 'desc' };
  const headline = headlineOf(resource);
  return headline?.sortable === true
    ? { field: headline.name, direction: 'desc' }
    : { ...resources[resource].defaultSort };
}
