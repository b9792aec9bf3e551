import { activityMetrics } from './metricsOfActivity.ts';
import { creditMetrics } from './metricsOfCredit.ts';
import type { MetricDefinition } from './metricDefinition.ts';
import { valueMetrics } from './metricsOfValue.ts';
import type { Field } from './types.ts';

/** In the order in which records show them. */
export const metricDefinitions: readonly MetricDefinition[] = [
  ...valueMetrics,
  ...activityMetrics,
  ...creditMetrics,
];

const definitionsByName: ReadonlyMap<string, MetricDefinition> = new Map(
  metricDefinitions.map((definition) => [definition.name, definition]),
);

/** @throws Error for an unknown name */
export function metricDefinition(name: string): MetricDefinition {
  const definition = definitionsByName.get(name);
  if (definition === undefined) throw new Error(`No metric is named ${name}.`);
  return definition;
}

export function metricFields(names: readonly string[], filterable = true): readonly Field[] {
  return names.map((name) => ({ ...metricDefinition(name), filterable }));
}

export const partyMetrics: readonly string[] = [
  'bridged_token_value_dollar',
  'bridged_token_market_cap_dollar',
  'holding_addresses_count',
  'trailing_30_day_active_addresses_count',
  'trailing_30_day_transfer_volume',
  'daily_mints_dollar',
  'daily_mints_token',
];
