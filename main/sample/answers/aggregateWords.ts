/** The words of `aggregate` in a query. Rule: service notes, "Aggregates and timeseries". */

export const aggregateFunctions = ['sum', 'avg', 'min', 'max'] as const;
export const aggregateIntervals = ['day', 'week', 'month', 'year'] as const;
export const aggregateModes = ['stock', 'flow'] as const;

export type AggregateFunction = (typeof aggregateFunctions)[number];
export type AggregateInterval = (typeof aggregateIntervals)[number];
export type AggregateMode = (typeof aggregateModes)[number];

/** What figures can be grouped by. `date` puts them all in one group. */
export type GroupType =
  'date' | 'measure' | 'asset' | 'token' | 'asset_class' | 'network' | 'protocol' | 'issuer';

/**
 * The keys that `groupBy` takes, and the groups they stand for: those of the interface document, and the short ones of the
 * live service.
 */
export function groupKeys(name: 'assets' | 'tokens'): Readonly<Record<string, GroupType>> {
  return name === 'assets' ? sharedKeys : { ...sharedKeys, ...tokenKeys };
}

const sharedKeys: Readonly<Record<string, GroupType>> = {
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
};

const tokenKeys: Readonly<Record<string, GroupType>> = {
  token: 'token',
  token_id: 'token',
  issuer: 'issuer',
  issuer_id: 'issuer',
};
