import { assetFacts } from './assetFacts.ts';
import { assetTerms } from './assetTerms.ts';
import { metricDefinitions, metricFields } from './metrics.ts';
import type { Resource } from './types.ts';

const tokenOnly: readonly string[] = ['m2_money_stock', 'weighted_average_maturity', 'yield_to_maturity'];

/** Source: data service interface, "Asset"; further names as seen in records. */
export const assets: Resource = {
  name: 'assets',
  path: '/v4/assets',
  label: 'Assets',
  singular: 'Asset',
  description: 'A real-world asset that tokens represent: a fund, a bond, a loan pool, a commodity, a share.',
  hasRecordEndpoint: true,
  // Assumed: undocumented.
  defaultSort: { field: 'id', direction: 'asc' },
  defaultPerPage: 25,
  titleField: 'name',
  fields: [
    ...assetFacts,
    ...metricFields(metricDefinitions.map(({ name }) => name).filter((name) => !tokenOnly.includes(name))),
    ...assetTerms,
  ],
  defaultColumns: [
    'name',
    'circulating_market_value_dollar',
    'ticker',
    'asset_class_name',
    'issuer_name',
    'total_asset_value_dollar',
    'holding_addresses_count',
    'yield_to_maturity_percent',
    'trailing_30_day_transfer_volume',
    'network_names',
    'token_count',
    'inception_date',
  ],
  related: [
    { resource: 'tokens', field: 'asset_id', label: 'Tokens' },
    { resource: 'transactions', field: 'asset_id', label: 'Transactions' },
  ],
};
