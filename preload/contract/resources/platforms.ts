import { field, group } from './fields.ts';
import { metricFields, partyMetrics } from './metrics.ts';
import { listedByName, nameFields, statsFields } from './partyFields.ts';
import type { Resource } from './types.ts';

/** Rule: data service interface, "Platform". Field names call a platform a protocol. */
export const platforms: Resource = {
  name: 'platforms',
  path: '/v4/platforms',
  label: 'Platforms',
  singular: 'Platform',
  description: 'A company or protocol that makes tokens for issuers.',
  ...listedByName,
  fields: [
    ...group('Identity', nameFields('platform', true)),
    ...group('Networks and tokens', [
      field('integer', 'asset_count', 'Number of assets on the platform.', {
        label: 'Assets',
        unit: 'count',
        overlapping: true,
      }),
      ...statsFields(['asset_class_stats', 'network_stats', 'issuer_stats', 'jurisdiction_country_stats']),
    ]),
    ...metricFields(['circulating_asset_value_dollar', ...partyMetrics]),
  ],
  defaultColumns: [
    'name',
    'bridged_token_value_dollar',
    'asset_count',
    'circulating_asset_value_dollar',
    'holding_addresses_count',
    'trailing_30_day_transfer_volume',
    'trailing_30_day_active_addresses_count',
    'daily_mints_dollar',
  ],
  related: [
    { resource: 'assets', field: 'protocol_ids', idField: 'id', label: 'Assets' },
    { resource: 'tokens', field: 'protocol_id', idField: 'id', label: 'Tokens' },
    { resource: 'transactions', field: 'protocol_id', idField: 'id', label: 'Transactions' },
  ],
  relatedThrough: [
    { resource: 'networks', field: 'id', through: 'tokens', throughField: 'network_id', label: 'Networks' },
    { resource: 'issuers', field: 'id', through: 'tokens', throughField: 'issuer_id', label: 'Issuers' },
  ],
};
