import { unitTerms } from '../../preload/contract/units.ts';
import { additivityOf, type Additivity } from '../../preload/contract/resources/additive.ts';
import type { ShownField } from './infer.ts';

/** Returns what a sum of a column says. Of what the user computes its unit alone says it. */
export function shownAdditivity(field: ShownField): Additivity {
  if (field.compute === undefined) return additivityOf(field);
  return unitTerms(field.unit).summed ? 'all' : 'none';
}
