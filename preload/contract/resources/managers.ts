import { field, group } from './fields.ts';
import { metricFields, partyMetrics } from './metrics.ts';
import { listedByName, nameFields } from './partyFields.ts';
import type { Resource } from './types.ts';

/** Rule: data service interface, "Manager". */
export const managers: Resource = {
  name: 'managers',
  path: '/v4/managers',
  label: 'Managers',
  singular: 'Manager',
  description: 'A firm that manages the holdings behind assets.',
  ...listedByName,
  fields: [
    ...group('Identity', [
      ...nameFields('manager', true),
      field('text', 'description', 'Who the manager is, in a few sentences.', {
        searchable: true,
      }),
      field('url', 'website', 'Page of the manager on the web.', { filterable: false }),
    ]),
    ...group('Networks and tokens', [
      field('integer', 'asset_count', 'Number of assets managed.', {
        label: 'Assets',
        unit: 'count',
        overlapping: true,
      }),
    ]),
    ...metricFields(partyMetrics),
  ],
  defaultColumns: [
    'name',
    'bridged_token_value_dollar',
    'asset_count',
    'bridged_token_market_cap_dollar',
    'holding_addresses_count',
    'trailing_30_day_transfer_volume',
    'trailing_30_day_active_addresses_count',
  ],
  related: [{ resource: 'tokens', field: 'asset_manager_id', idField: 'id', label: 'Tokens' }],
  relatedThrough: [
    { resource: 'assets', field: 'id', through: 'tokens', throughField: 'asset_id', label: 'Assets' },
    { resource: 'networks', field: 'id', through: 'tokens', throughField: 'network_id', label: 'Networks' },
    { resource: 'issuers', field: 'id', through: 'tokens', throughField: 'issuer_id', label: 'Issuers' },
    { resource: 'transactions', field: 'token_id', through: 'tokens', label: 'Transactions' },
  ],
};
