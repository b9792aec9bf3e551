import { returnFields } from './assetTerms.ts';
import {
  address,
  boolean,
  derived,
  group,
  id,
  integer,
  percent,
  object,
  text,
  textList,
  unseen,
} from './fields.ts';
import { metricDefinitions, metricFields } from './metrics.ts';
import type { Resource } from './types.ts';

const assetOnly: readonly string[] = [
  'm2_money_stock_dollar',
  'market_cap_dollar',
  'weighted_average_maturity_years',
  'yield_to_maturity_percent',
];

/** Source: data service interface, "Token"; further names as seen in records. */
export const tokens: Resource = {
  name: 'tokens',
  path: '/v4/tokens',
  label: 'Tokens',
  singular: 'Token',
  description: 'A token contract on one network that represents an asset.',
  hasRecordEndpoint: true,
  // Assumed: undocumented.
  defaultSort: { field: 'id', direction: 'asc' },
  defaultPerPage: 25,
  titleField: 'name',
  fields: [
    ...group('Identity', {
      id: id('Unique ID of the token.'),
      name: text('Name of the token: the asset and its network.', { searchable: true }),
      address: address('Address of the token on its network. Capital letters matter on some networks.', {
        searchable: true,
      }),
      decimals: integer('Number of decimal places the contract counts with.'),
      standards: textList('Technical standards the contract follows, for example ERC-20.'),
      issuance_type: text(
        'Whether the token was issued on its network (NATIVE) or came over a bridge.',
        'Issuance',
      ),
      token_id: id('Unique ID of the token, as in the field Id. May be missing.'),
    }),
    ...group('Classification', {
      asset_id: id('Identifier of the asset the token represents.'),
      asset: object('The asset the token represents: id, name, ticker, logo, color and regulation.'),
      asset_name: derived(text('Name of the asset the token represents.')),
      asset_class_id: id('Identifier of the asset class.'),
      asset_class_name: derived(text('Name of the asset class.')),
      asset_class_slug: derived(text('URL slug of the asset class.')),
      is_investable: derived(
        boolean('Whether the asset takes new investors now.', 'Investable', {
          via: { resource: 'assets', idField: 'asset_id', field: 'is_investable' },
          sortable: false,
        }),
      ),
      asset_class: object('Id, name, slug, logo and color of the asset class.'),
      tokenization_type: text('How the token represents the asset, for example as a fund share.'),
      tokenization_type_id: id('Identifier of how the token represents the asset.'),
      transferability_type: text(
        'Who may receive the token, for example only listed addresses.',
        'Transferability',
      ),
      transferability_type_id: id(
        'Identifier of the rule on who may receive the token.',
        'Transferability id',
      ),
      ...unseen({
        transferability_description: text('Who may receive the token, in words.', 'Transfer rules'),
        status: text('State of the record at the service.'),
        asset_status: text('State of the asset in its life, for example active or matured.'),
        investment_status: text('Whether the asset is open, closed or paused for investors.'),
      }),
    }),
    ...group('Networks and tokens', {
      network_name: text('Name of the network that holds the token.', 'Network', { searchable: true }),
      network_id: id('Identifier of the network that holds the token.'),
      network_slug: derived(text('URL slug of the network.')),
      network: object('Id, name, slug, logo and color of the network.', 'Network record'),
      parent_network_id: id('Identifier of the network below, for layer-2 networks.'),
      parent_network: object('The network below, for layer-2 networks.'),
      protocol_name: text('Name of the tokenization platform.', 'Platform', { searchable: true }),
      protocol_id: id('Identifier of the tokenization platform.', 'Platform id'),
      protocol_slug: derived(text('URL slug of the tokenization platform.', 'Platform slug')),
      protocol: object('Id, name, slug, logo, color and website of the platform.', 'Platform record'),
      platform_name: text(
        'Name of the tokenization platform, under the newer field name.',
        'Platform (newer name)',
      ),
      platform_id: id(
        'Identifier of the tokenization platform, under the newer field name.',
        'Platform id (newer name)',
      ),
      platform: object(
        'The tokenization platform with its tokenization type.',
        'Platform record (newer name)',
      ),
      ...unseen({
        base_protocol_id: id('Identifier of the platform that this platform builds on.', 'Base platform id'),
        base_protocol_name: text('Name of the platform that this platform builds on.', 'Base platform'),
        base_protocol: object('The platform that this platform builds on.', 'Base platform record'),
      }),
    }),
    ...group('Parties', {
      issuer: object('The issuer of the asset with its legal data.'),
      issuer_id: derived(id('Identifier of the issuer of the asset.')),
      issuer_name: derived(text('Name of the issuer of the asset.')),
      asset_manager: object('The manager of the asset: id, name, slug, logo and color.', 'Manager'),
      asset_manager_id: id('Identifier of the manager of the asset.', 'Manager id'),
    }),
    ...metricFields(metricDefinitions.map(({ name }) => name).filter((name) => !assetOnly.includes(name))),
    ...returnFields,
    ...group(
      'Performance',
      unseen({
        daily_asset_performance_rate: percent(
          'Total return of the asset on the last day, in percent.',
          'Daily performance',
        ),
      }),
    ),
    ...group('Record', {
      hidden: boolean('Whether the service leaves the token out of its own pages.'),
    }),
  ],
  defaultColumns: [
    'name',
    'market_value_dollar',
    'asset',
    'network_name',
    'protocol_name',
    'total_asset_value_dollar',
    'total_supply_token',
    'holding_addresses_count',
    'trailing_30_day_transfer_volume',
    'transferability_type',
    'standards',
    'address',
  ],
  related: [{ resource: 'transactions', field: 'token_id', label: 'Transactions' }],
};
