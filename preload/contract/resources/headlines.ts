import { findField, resources, type ResourceName } from '../resources.ts';
import type { Field } from './types.ts';

/** The figure in dollars that represents a record in every view. */
export const headlines = {
  assets: 'circulating_market_value_dollar',
  tokens: 'market_value_dollar',
  networks: 'bridged_token_value_dollar',
  platforms: 'bridged_token_value_dollar',
  issuers: 'bridged_token_value_dollar',
  managers: 'bridged_token_value_dollar',
} as const satisfies Partial<Record<ResourceName, string>>;

const names: Readonly<Partial<Record<ResourceName, string>>> = headlines;

export function headlineOf(resource: ResourceName): Field | undefined {
  return findField(resources[resource], names[resource] ?? '');
}
