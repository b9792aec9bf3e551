import { maxSortKeys, sortKeys, sortOfKeys, type Sort } from '../../preload/contract/query.ts';
import type { ShownField } from './infer.ts';
import { isFigure } from './present.ts';

/**
 * The order after a click on a header: the direction that suits the field, then the other one, then the resource's own
 * order (undefined). `current` is the order that holds now.
 */
export function nextSort(field: ShownField, chosen: Sort | undefined, current: Sort): Sort | undefined {
  const first = firstDirection(field);
  const other = first === 'asc' ? 'desc' : 'asc';
  if (current.field !== field.name) return { field: field.name, direction: first };
  // The resource's own order stands on this field: two states are enough.
  if (chosen === undefined)
    return { field: field.name, direction: current.direction === 'asc' ? 'desc' : 'asc' };
  return current.direction === first ? { field: field.name, direction: other } : undefined;
}

/**
 * The order with a field added as the last; where it is among the fields already, with its other direction, then without it. As it
 * was where there are as many fields as an order has; undefined for the resource's own order.
 */
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

/** Large and late come first for figures and dates, A before Z in text. */
function firstDirection(field: ShownField): Sort['direction'] {
  return isFigure(field) || field.type === 'date' || field.type === 'datetime' ? 'desc' : 'asc';
}
