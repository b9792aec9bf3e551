import type { AggregateResource } from '../../../preload/contract/metadata.ts';
import { isGroup, type Filter } from '../../../preload/contract/query.ts';
import { findField, resources } from '../../../preload/contract/resources.ts';
import { fieldOfKey } from './labels.ts';

/**
 * The conditions on records that stand behind one group of an aggregate: those of the group, and the further ones as far as
 * records can be filtered by them. Null where records cannot be filtered by the group.
 */
export function recordsBehind(
  resource: AggregateResource,
  groupBy: string,
  id: string | number,
  filters: readonly Filter[],
): Filter[] | null {
  const group = groupFilter(resource, groupBy, id);
  return group === null ? null : [group, ...filters.filter((filter) => canAsk(resource, filter))];
}

/** True where every condition of an aggregate applies to records too. */
export function canAsk(resource: AggregateResource, filter: Filter): boolean {
  return isGroup(filter)
    ? filter.filters.every((part) => canAsk(resource, part))
    : findField(resources[resource], filter.field) !== undefined;
}

function groupFilter(resource: AggregateResource, groupBy: string, id: string | number): Filter | null {
  const field = fieldOfKey(groupBy);
  if (field === null) return null;
  if (field === `${resource.slice(0, -1)}_id`) return { operator: 'equals', field: 'id', value: id };
  if (findField(resources[resource], field) !== undefined) return { operator: 'equals', field, value: id };
  const list = `${field}s`;
  return findField(resources[resource], list) === undefined
    ? null
    : { operator: 'includes', field: list, value: id };
}
