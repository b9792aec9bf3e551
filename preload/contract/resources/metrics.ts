import { activityMetrics } from './metricsOfActivity.ts';
import { creditMetrics } from './metricsOfCredit.ts';
import type { MetricDefinition } from './metricDefinition.ts';
import { valueMetrics } from './metricsOfValue.ts';
import type { Field } from './types.ts';

/** The one definition of each metric, whichever resource carries it, in the order in which records show them. */
export const metricDefinitions: readonly MetricDefinition[] = [
  ...valueMetrics,
  ...activityMetrics,
  ...creditMetrics,
];

const definitionsByName: ReadonlyMap<string, MetricDefinition> = new Map(
  metricDefinitions.map((definition) => [definition.name, definition]),
);

/** The definition of a metric. Throws for a name without one. */
export function metricDefinition(name: string): MetricDefinition {
  const definition = definitionsByName.get(name);
  if (definition === undefined) throw new Error(`No metric is named ${name}.`);
  return definition;
}

/** The fields of a resource that carries these metrics, each under the heading of its definition. */
export function metricFields(names: readonly string[], filterable = true): readonly Field[] {
  return names.map((name) => ({ ...metricDefinition(name), filterable }));
}

/** The metrics of which every network, platform, issuer and manager carries totals. */
export const partyMetrics: readonly string[] = [
  'bridged_token_value_dollar',
  'bridged_token_market_cap_dollar',
  'holding_addresses_count',
  'trailing_30_day_active_addresses_count',
  'trailing_30_day_transfer_volume',
  'daily_mints_dollar',
  'daily_mints_token',
];
