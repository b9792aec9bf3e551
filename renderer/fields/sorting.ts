import type { Sort } from '../../preload/contract/query.ts';
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

/** Large and late come first where figures and dates are asked for, A before Z in text. */
function firstDirection(field: ShownField): Sort['direction'] {
  return isFigure(field) || field.type === 'date' || field.type === 'datetime' ? 'desc' : 'asc';
}
