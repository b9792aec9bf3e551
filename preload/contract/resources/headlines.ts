import { findField, resources, type ResourceName } from '../resources.ts';
import type { Field } from './types.ts';

/** The one figure that stands for a record; resources without metrics have none. */
const headlines: Readonly<Partial<Record<ResourceName, string>>> = {
  assets: 'circulating_market_value_dollar',
  tokens: 'market_value_dollar',
  networks: 'bridged_token_value_dollar',
  platforms: 'bridged_token_value_dollar',
  issuers: 'bridged_token_value_dollar',
  managers: 'bridged_token_value_dollar',
};

/** Returns the metric that stands for a record of the resource, in dollars. */
export function headlineOf(resource: ResourceName): Field | undefined {
  return findField(resources[resource], headlines[resource] ?? '');
}
