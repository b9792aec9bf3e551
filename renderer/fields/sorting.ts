import { maxSortKeys, sortKeys, sortOfKeys, type Sort } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { headlineOf } from '../../preload/contract/resources/headlines.ts';
import type { ShownField } from './infer.ts';
import { isFigure } from './present.ts';

/** Returns the resource's order: largest first; transactions by `timestamp`, latest first. */
export function openingSort(resource: ResourceName): Sort {
  if (resource === 'transactions') return { field: 'timestamp', direction: 'desc' };
  const headline = headlineOf(resource);
  return headline?.sortable === true
    ? { field: headline.name, direction: 'desc' }
    : { ...resources[resource].defaultSort };
}

/**
 * Returns the order after a click on a header: the field's usual direction, the other one, then the
 * resource's order (undefined). `current` is the order in effect.
 */
export function nextSort(field: ShownField, chosen: Sort | undefined, current: Sort): Sort | undefined {
  const first = firstDirection(field);
  const other = first === 'asc' ? 'desc' : 'asc';
  if (current.field !== field.name) return { field: field.name, direction: first };
  // The resource's order already has this field, so two states are enough.
  if (chosen === undefined)
    return { field: field.name, direction: current.direction === 'asc' ? 'desc' : 'asc' };
  return current.direction === first ? { field: field.name, direction: other } : undefined;
}

/** Adds a field as the last one, reverses it, or removes it. Undefined for the resource's order. */
export function addedSort(field: ShownField, current: Sort): Sort | undefined {
  const keys = sortKeys(current);
  const first = firstDirection(field);
  const place = keys.findIndex((key) => key.field === field.name);
  const added = { field: field.name, direction: first };
  if (place === -1) return keys.length < maxSortKeys ? sortOfKeys([...keys, added]) : current;
  const turned = { field: field.name, direction: first === 'asc' ? ('desc' as const) : ('asc' as const) };
  return sortOfKeys(
    keys[place]?.direction === first ? keys.with(place, turned) : keys.filter((_, other) => other !== place),
  );
}

/** Figures and dates start descending, text ascending. */
function firstDirection(field: ShownField): Sort['direction'] {
  return isFigure(field) || field.type === 'date' || field.type === 'datetime' ? 'desc' : 'asc';
}
