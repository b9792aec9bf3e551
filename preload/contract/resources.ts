import { assets } from './resources/assets.ts';
import { issuers, managers, platforms, serviceProviders } from './resources/parties.ts';
import type { ResourceName } from './resources/names.ts';
import { networks } from './resources/networks.ts';
import { tokens } from './resources/tokens.ts';
import { transactions } from './resources/transactions.ts';
import type { Field, Resource } from './resources/types.ts';

export { resourceNames, type ResourceName } from './resources/names.ts';
export type { Field, FieldGroup, FieldType, Resource } from './resources/types.ts';

/** Tables of the cache, grid columns, fallback metadata and sample data derive from this catalogue. */
export const resources: Readonly<Record<ResourceName, Resource>> = {
  assets,
  tokens,
  networks,
  platforms,
  issuers,
  managers,
  'service-providers': serviceProviders,
  transactions,
};

export function findField(resource: Pick<Resource, 'fields'>, name: string): Field | undefined {
  return resource.fields.find((field) => field.name === name);
}
