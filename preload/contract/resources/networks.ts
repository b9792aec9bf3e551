import { color, count, date, datetime, group, id, idList, object, text, url } from './fields.ts';
import { metricFields, partyMetrics } from './metrics.ts';
import { listedByName, nameFields, statsFields } from './parties.ts';
import type { Resource } from './types.ts';

/** Source: data service interface, "Network"; further members as seen in records. */
export const networks: Resource = {
  name: 'networks',
  path: '/v4/networks',
  label: 'Networks',
  singular: 'Network',
  description: 'A blockchain that holds tokens.',
  ...listedByName,
  fields: [
    ...group('Identity', {
      ...nameFields('network', true),
      network_id: id('Unique ID of the network, as in the field Id.', { filterable: false }),
      description: text('What the network is, in a few sentences.', { filterable: false }),
      website: url('Page of the network on the web.', { filterable: false }),
      icon_url: url('Address of the network’s logo.', 'Icon', { filterable: false }),
      color_hex: color('Color of the network in charts, as #rrggbb.', 'Color', { filterable: false }),
    }),
    ...group('Classification', {
      parent_network_id: id('Network that this one settles on, for layer-2 networks. Empty for others.'),
      layer_description: text('L1 for a network of its own, L2 for one that settles on another.', 'Layer', {
        filterable: false,
      }),
      virtual_machine_type: text(
        'Kind of machine that runs the contracts, for example EVM.',
        'Virtual machine',
        { filterable: false },
      ),
      architecture_type_description: text('How the network is built.', 'Architecture', { filterable: false }),
      founded_date: date('Day on which the network began.', 'Founded', { filterable: false }),
    }),
    ...group('Networks and tokens', {
      token_count: count('Number of tokens on the network.', 'Tokens'),
      asset_count: count('Number of assets with a token on the network.', 'Assets', {
        overlapping: true,
        filterable: false,
      }),
      asset_class_ids: idList('Identifiers of the classes of assets on the network.', { filterable: false }),
      issuer_ids: idList('Identifiers of the issuers with assets on the network.', { filterable: false }),
      protocol_ids: idList('Identifiers of the tokenization platforms on the network.', 'Platform ids', {
        filterable: false,
      }),
      jurisdiction_country_ids: idList(
        'Identifiers of the countries whose law governs assets on the network.',
        'Jurisdiction ids',
        { filterable: false },
      ),
      ...statsFields(['asset_class_stats', 'protocol_stats', 'issuer_stats', 'jurisdiction_country_stats']),
      token: object('The network’s own token.', 'Own token'),
      token_id: id('Identifier of the network’s own token.', 'Own token id', { filterable: false }),
    }),
    ...group('Record', {
      _updated_at: datetime('When the record was last changed, in UTC.', 'Updated', { filterable: false }),
    }),
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
    { resource: 'assets', field: 'network_ids', label: 'Assets' },
    { resource: 'tokens', field: 'network_id', label: 'Tokens' },
    { resource: 'networks', field: 'parent_network_id', label: 'Layer-2 networks' },
    { resource: 'service-providers', field: 'network_ids', label: 'Service providers' },
    { resource: 'transactions', field: 'network_id', label: 'Transactions' },
  ],
};
