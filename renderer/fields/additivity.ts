import { additivityOf, type Additivity } from '../../preload/contract/resources/additive.ts';
import type { ShownField } from './infer.ts';

/** Returns what a sum of a column says. Nothing is stated of what the user computes: shares alone never add up. */
export function shownAdditivity(field: ShownField): Additivity {
  if (field.compute === undefined) return additivityOf(field);
  return field.unit === 'percent' ? 'none' : 'all';
}
