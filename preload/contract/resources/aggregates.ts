import { boolean, date, group, id, text } from './fields.ts';
import { metricDefinition } from './metrics.ts';
import type { Field } from './types.ts';

/** Terms of aggregates and timeseries. Source: service notes, "Aggregates and timeseries". */

export const aggregateFields: readonly Field[] = [
  ...group('Classification', {
    measure_slug: text('The figure to be summed up, by the name of its metric.', 'Measure'),
    measure_id: id('The figure to be summed up, by its number.'),
    asset_id: id('Identifier of the asset.'),
    asset_name: text('Name of the asset.', 'Asset'),
    asset_class_id: id('Identifier of the asset class.'),
    asset_class_name: text('Name of the asset class.', 'Asset class'),
    asset_class_slug: text('URL slug of the asset class.'),
    is_investable: boolean('Whether the asset takes new investors now.', 'Investable'),
    token_id: id('Identifier of the token.'),
    network_id: id('Identifier of the network of the token.'),
    network_name: text('Name of the network of the token.', 'Network'),
    network_slug: text('Slug of the network of the token.'),
    protocol_id: id('Identifier of the tokenization platform of the token.', 'Platform id'),
    protocol_name: text('Name of the tokenization platform of the token.', 'Platform'),
    protocol_slug: text('Slug of the tokenization platform of the token.', 'Platform slug'),
    tokenization_type_id: id('Identifier of how the token represents the asset.'),
    issuer_id: id('Identifier of the issuer of the asset.'),
    issuer_name: text('Name of the issuer of the asset.', 'Issuer'),
  }),
  ...group('Identity', { date: date('Day of the figure in UTC.') }),
];

/** Documented, but rejected by timeseries; `protocol_name` is accepted. Source: service notes, as above. */
export const refusedInTimeseries: Readonly<Record<'assets' | 'tokens', readonly string[]>> = {
  assets: [],
  tokens: ['protocol_id'],
};

export const aggregateFunctions = ['sum', 'avg', 'min', 'max'] as const;
export const aggregateIntervals = ['day', 'week', 'month', 'year'] as const;
export const aggregateModes = ['stock', 'flow'] as const;

const sharedGroupKeys = [
  'date',
  'measure',
  'asset',
  'asset_id',
  'asset_class',
  'asset_class_id',
  'network',
  'network_id',
  'protocol',
  'protocol_id',
  'token',
  'token_id',
] as const;

/** From the interface document, and the short ones of the live service. */
export const aggregateGroupKeys = {
  assets: sharedGroupKeys,
  tokens: [...sharedGroupKeys, 'issuer', 'issuer_id'],
} as const;

/** `id` is the service's number. */
interface AggregateMeasure {
  readonly id: number;
  readonly slug: string;
  readonly label: string;
  readonly unit: string;
}

/** Known measures. Measure 63 and the ids from 1010 on are assumed; requests use the slug. */
export const aggregateMeasures: readonly AggregateMeasure[] = [
  aggregateMeasure(2, 'total_asset_value_dollar'),
  aggregateMeasure(3, 'net_asset_value_dollar'),
  aggregateMeasure(4, 'total_supply_token'),
  aggregateMeasure(15, 'holding_addresses_count'),
  aggregateMeasure(40, 'market_value_dollar'),
  aggregateMeasure(63, 'outstanding_principal_dollar'),
  aggregateMeasure(70, 'bridged_token_market_cap_dollar'),
  aggregateMeasure(71, 'bridged_token_value_dollar'),
  aggregateMeasure(1003, 'monthly_transfer_volume'),
  aggregateMeasure(1007, 'trailing_30_day_transfer_volume'),
  aggregateMeasure(1010, 'daily_transfer_volume_dollar'),
  aggregateMeasure(1011, 'daily_mints_dollar'),
  aggregateMeasure(1012, 'daily_burns_dollar'),
  aggregateMeasure(1013, 'circulating_asset_value_dollar'),
  aggregateMeasure(1014, 'circulating_market_value_dollar'),
  aggregateMeasure(1015, 'price_dollar'),
  aggregateMeasure(1016, 'number_of_daily_transactions_count'),
  aggregateMeasure(1017, 'daily_active_addresses_count'),
  aggregateMeasure(1018, 'monthly_active_addresses_count'),
  aggregateMeasure(1019, 'monthly_transfer_count'),
  aggregateMeasure(1020, 'apy_7_day'),
  aggregateMeasure(1021, 'apy_30_day'),
  aggregateMeasure(1022, 'daily_yield_rate'),
  aggregateMeasure(1023, 'yield_to_maturity_percent'),
  aggregateMeasure(1024, 'hypothetical_10_000_performance'),
  aggregateMeasure(1025, 'daily_yield_distributed_dollar'),
];

function aggregateMeasure(id: number, slug: string): AggregateMeasure {
  const { label, unit } = metricDefinition(slug);
  return { id, slug, label, unit };
}
