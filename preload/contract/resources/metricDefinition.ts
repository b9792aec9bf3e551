import { metric, type Described, type Fields } from './fields.ts';
import type { Field } from './types.ts';
import type { Unit } from '../units.ts';

export type MetricDefinition = Field & { readonly unit: Unit };

export type Metrics = Fields<Described & { readonly unit: Unit }>;

export const inDollars = metric('dollar');
export const inTokens = metric('token');
export const inPercent = metric('percent');
export const inYears = metric('years');
export const asCount = metric('count');
export const asRatio = metric('ratio');

/** One figure in token units and in dollars. The unit completes `description`, which has no full stop. */
export function inTokensAndDollars(name: string, label: string, description: string): Metrics {
  return {
    [`${name}_dollar`]: inDollars(`${description}, in US dollars.`, `${label} (USD)`),
    [`${name}_token`]: inTokens(`${description}, in token units.`, `${label} (tokens)`),
  };
}
