import type { LocationOf } from '../../../preload/contract/locations/location.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { distinctIds, type ComparedIds } from './ids.ts';

/** Rule: the location contract, `compare`. */
export const fewestCompared = 2;
export const maxCompared = 8;

/** Returns the first eight records, each once. Null for fewer than two. */
export function comparisonOf(resource: ResourceName, ids: ComparedIds): LocationOf<'compare'> | null {
  const compared = distinctIds(ids, maxCompared);
  return compared.length < fewestCompared ? null : { view: 'compare', resource, ids: compared };
}
