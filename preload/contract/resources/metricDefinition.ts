import { labelOfName } from '../labelOfName.ts';
import type { Field, FieldGroup } from './types.ts';
import type { Unit } from '../units.ts';

/** What a metric means, the same on every resource that carries it. */
export type MetricDefinition = Pick<Field, 'name' | 'label' | 'group' | 'description' | 'unseen'> & {
  readonly unit: Unit;
};

/** Makes the definitions that stand under one heading. */
export type MetricWriter = (
  unit: Unit,
  name: string,
  description: string,
  /** Where its name in words is not what a reader calls it. */
  options?: { readonly label?: string },
) => MetricDefinition;

/** A writer of definitions under `heading`. `unseen`: the service lists the names and has not been seen to fill them. */
export function under(heading: FieldGroup, unseen = false): MetricWriter {
  return (unit, name, description, { label = labelOfName(name) } = {}) => ({
    name,
    label,
    unit,
    group: heading,
    description,
    ...(unseen ? { unseen } : {}),
  });
}

/**
 * The two metrics that state one figure in token units and in dollars. `description` is a sentence without its full
 * stop, which the unit completes.
 */
export function inTokensAndDollars(
  write: MetricWriter,
  name: string,
  label: string,
  description: string,
): readonly MetricDefinition[] {
  return [
    write('dollar', `${name}_dollar`, `${description}, in US dollars.`, { label: `${label} (USD)` }),
    write('token', `${name}_token`, `${description}, in token units.`, { label: `${label} (tokens)` }),
  ];
}
