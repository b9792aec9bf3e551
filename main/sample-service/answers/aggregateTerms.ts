import {
  aggregateFunctions,
  aggregateGroupKeys,
  aggregateIntervals,
  aggregateModes,
} from '../../../preload/contract/resources/aggregates.ts';

export { aggregateFunctions, aggregateIntervals, aggregateModes };

export type AggregateFunction = (typeof aggregateFunctions)[number];
export type AggregateInterval = (typeof aggregateIntervals)[number];
export type AggregateMode = (typeof aggregateModes)[number];

/** What figures can be grouped by. `date` puts them all in one group. */
export type GroupType =
  'date' | 'measure' | 'asset' | 'token' | 'asset_class' | 'network' | 'protocol' | 'issuer';

/** The keys that `groupBy` takes, and the groups they stand for. */
export function groupKeys(name: 'assets' | 'tokens'): Readonly<Record<string, GroupType>> {
  return Object.fromEntries(aggregateGroupKeys[name].map((key) => [key, groupTypes[key]]));
}

const groupTypes: Readonly<Record<(typeof aggregateGroupKeys)['tokens'][number], GroupType>> = {
  date: 'date',
  measure: 'measure',
  asset: 'asset',
  asset_id: 'asset',
  asset_class: 'asset_class',
  asset_class_id: 'asset_class',
  network: 'network',
  network_id: 'network',
  protocol: 'protocol',
  protocol_id: 'protocol',
  token: 'token',
  token_id: 'token',
  issuer: 'issuer',
  issuer_id: 'issuer',
};
