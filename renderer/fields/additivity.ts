import { unitTerms } from '../../preload/contract/units.ts';
import { additivityOf, type Additivity } from '../../preload/contract/resources/additive.ts';
import type { ShownField } from './infer.ts';

/** Returns the meaning of a column's sum. For computed columns the unit alone decides. */
export function shownAdditivity(field: ShownField): Additivity {
  if (field.compute === undefined) return additivityOf(field);
  return unitTerms(field.unit).summed ? 'all' : 'none';
}
