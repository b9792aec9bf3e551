import { field, group } from './fields.ts';
import { metricFields, partyMetrics } from './metrics.ts';
import { listedByName, nameFields, statsFields } from './parties.ts';
import type { Resource } from './types.ts';

/** Rule: data service interface, "Network"; members beyond its table as seen in records. */
export const networks: Resource = {
  name: 'networks',
  path: '/v4/networks',
  label: 'Networks',
  singular: 'Network',
  description: 'A blockchain that holds tokens.',
  ...listedByName,
  fields: [
    ...group('Identity', [
      ...nameFields('network', true),
      field('id', 'network_id', 'Unique ID of the network, as in the field Id.', {
        link: 'networks',
        filterable: false,
      }),
      field('text', 'description', 'What the network is, in a few sentences.', {
        filterable: false,
      }),
      field('url', 'website', 'Page of the network on the web.', { filterable: false }),
      field('url', 'icon_url', 'Address of the network’s logo.', { label: 'Icon', filterable: false }),
      field('color', 'color_hex', 'Color of the network in charts, as #rrggbb.', {
        label: 'Color',
        filterable: false,
      }),
    ]),
    ...group('Classification', [
      field(
        'id',
        'parent_network_id',
        'Network that this one settles on, for layer-2 networks. Empty for others.',
        {
          link: 'networks',
        },
      ),
      field('text', 'layer_description', 'L1 for a network of its own, L2 for one that settles on another.', {
        label: 'Layer',
        filterable: false,
      }),
      field('text', 'virtual_machine_type', 'Kind of machine that runs the contracts, for example EVM.', {
        label: 'Virtual machine',
        filterable: false,
      }),
      field('text', 'architecture_type_description', 'How the network is built.', {
        label: 'Architecture',
        filterable: false,
      }),
      field('date', 'founded_date', 'Day on which the network began.', {
        label: 'Founded',
        filterable: false,
      }),
    ]),
    ...group('Networks and tokens', [
      field('integer', 'token_count', 'Number of tokens on the network.', { label: 'Tokens', unit: 'count' }),
      field('integer', 'asset_count', 'Number of assets with a token on the network.', {
        label: 'Assets',
        unit: 'count',
        overlapping: true,
        filterable: false,
      }),
      field('id-list', 'asset_class_ids', 'Identifiers of the classes of assets on the network.', {
        filterable: false,
      }),
      field('id-list', 'issuer_ids', 'Identifiers of the issuers with assets on the network.', {
        link: 'issuers',
        filterable: false,
      }),
      field('id-list', 'protocol_ids', 'Identifiers of the tokenization platforms on the network.', {
        label: 'Platform ids',
        link: 'platforms',
        filterable: false,
      }),
      field(
        'id-list',
        'jurisdiction_country_ids',
        'Identifiers of the countries whose law governs assets on the network.',
        { label: 'Jurisdiction ids', filterable: false },
      ),
      ...statsFields(['asset_class_stats', 'protocol_stats', 'issuer_stats', 'jurisdiction_country_stats']),
      field('object', 'token', 'The network’s own token.', { label: 'Own token' }),
      field('id', 'token_id', 'Identifier of the network’s own token.', {
        label: 'Own token id',
        link: 'tokens',
        filterable: false,
      }),
    ]),
    ...group('Record', [
      field('datetime', '_updated_at', 'When the record was last changed, in UTC.', {
        label: 'Updated',
        filterable: false,
      }),
    ]),
    ...metricFields(['circulating_asset_value_dollar', ...partyMetrics], false),
  ],
  defaultColumns: [
    'name',
    'bridged_token_value_dollar',
    'layer_description',
    'virtual_machine_type',
    'token_count',
    'asset_count',
    'bridged_token_market_cap_dollar',
    'holding_addresses_count',
    'trailing_30_day_transfer_volume',
    'trailing_30_day_active_addresses_count',
  ],
  related: [
    { resource: 'assets', field: 'network_ids', idField: 'id', label: 'Assets' },
    { resource: 'tokens', field: 'network_id', idField: 'id', label: 'Tokens' },
    { resource: 'networks', field: 'parent_network_id', idField: 'id', label: 'Layer-2 networks' },
    { resource: 'service-providers', field: 'network_ids', idField: 'id', label: 'Service providers' },
    { resource: 'transactions', field: 'network_id', idField: 'id', label: 'Transactions' },
  ],
};
