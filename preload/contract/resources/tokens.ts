import { returnFields } from './assetTerms.ts';
import { derivedField, field, group, unseen } from './fields.ts';
import { metricDefinitions, metricFields } from './metrics.ts';
import type { Resource } from './types.ts';

/** Metrics that the service gives for assets only. */
const assetOnly: readonly string[] = [
  'm2_money_stock_dollar',
  'market_cap_dollar',
  'weighted_average_maturity_years',
  'yield_to_maturity_percent',
];

/** Rule: data service interface, "Token"; the wider list of names as seen in records. */
export const tokens: Resource = {
  name: 'tokens',
  path: '/v4/tokens',
  label: 'Tokens',
  singular: 'Token',
  description: 'A token contract on one network that represents an asset.',
  hasRecordEndpoint: true,
  // Assumed: the interface documents no default for tokens.
  defaultSort: { field: 'id', direction: 'asc' },
  defaultPerPage: 25,
  titleField: 'name',
  fields: [
    ...group('Identity', [
      field('id', 'id', 'Unique ID of the token.'),
      field('text', 'name', 'Name of the token: the asset and its network.', { searchable: true }),
      field(
        'address',
        'address',
        'Address of the token on its network. Capital letters matter on some networks.',
        {
          searchable: true,
        },
      ),
      field('integer', 'decimals', 'Number of decimal places the contract counts with.'),
      field('text-list', 'standards', 'Technical standards the contract follows, for example ERC-20.'),
      field(
        'text',
        'issuance_type',
        'Whether the token was issued on its network (NATIVE) or came over a bridge.',
        { label: 'Issuance' },
      ),
      field('id', 'token_id', 'Unique ID of the token, as in the field Id. May be missing.', {
        link: 'tokens',
      }),
    ]),
    ...group('Classification', [
      field('id', 'asset_id', 'Identifier of the asset the token represents.', {
        link: 'assets',
      }),
      field(
        'object',
        'asset',
        'The asset the token represents: id, name, ticker, logo, color and regulation.',
      ),
      derivedField('text', 'asset_name', 'Name of the asset the token represents.'),
      field('id', 'asset_class_id', 'Identifier of the asset class.'),
      derivedField('text', 'asset_class_name', 'Name of the asset class.'),
      derivedField('text', 'asset_class_slug', 'URL slug of the asset class.'),
      derivedField('boolean', 'is_investable', 'Whether the asset takes new investors now.', {
        label: 'Investable',
        via: { resource: 'assets', idField: 'asset_id', field: 'is_investable' },
        sortable: false,
      }),
      field('object', 'asset_class', 'Id, name, slug, logo and color of the asset class.'),
      field('text', 'tokenization_type', 'How the token represents the asset, for example as a fund share.'),
      field('id', 'tokenization_type_id', 'Identifier of how the token represents the asset.'),
      field('text', 'transferability_type', 'Who may receive the token, for example only listed addresses.', {
        label: 'Transferability',
      }),
      field('id', 'transferability_type_id', 'Identifier of the rule on who may receive the token.', {
        label: 'Transferability id',
      }),
      ...unseen([
        field('text', 'transferability_description', 'Who may receive the token, in words.', {
          label: 'Transfer rules',
        }),
        field('text', 'status', 'State of the record at the service.'),
        field('text', 'asset_status', 'State of the asset in its life, for example active or matured.'),
        field('text', 'investment_status', 'Whether the asset is open, closed or paused for investors.'),
      ]),
    ]),
    ...group('Networks and tokens', [
      field('text', 'network_name', 'Name of the network that holds the token.', {
        label: 'Network',
        searchable: true,
      }),
      field('id', 'network_id', 'Identifier of the network that holds the token.', {
        link: 'networks',
      }),
      derivedField('text', 'network_slug', 'URL slug of the network.'),
      field('object', 'network', 'Id, name, slug, logo and color of the network.', {
        label: 'Network record',
      }),
      field('id', 'parent_network_id', 'Identifier of the network below, for layer-2 networks.', {
        link: 'networks',
      }),
      field('object', 'parent_network', 'The network below, for layer-2 networks.'),
      field('text', 'protocol_name', 'Name of the tokenization platform.', {
        label: 'Platform',
        searchable: true,
      }),
      field('id', 'protocol_id', 'Identifier of the tokenization platform.', {
        label: 'Platform id',
        link: 'platforms',
      }),
      derivedField('text', 'protocol_slug', 'URL slug of the tokenization platform.', {
        label: 'Platform slug',
      }),
      field('object', 'protocol', 'Id, name, slug, logo, color and website of the platform.', {
        label: 'Platform record',
      }),
      field('text', 'platform_name', 'Name of the tokenization platform, under the newer field name.', {
        label: 'Platform (newer name)',
      }),
      field('id', 'platform_id', 'Identifier of the tokenization platform, under the newer field name.', {
        label: 'Platform id (newer name)',
        link: 'platforms',
      }),
      field('object', 'platform', 'The tokenization platform with its tokenization type.', {
        label: 'Platform record (newer name)',
      }),
      ...unseen([
        field('id', 'base_protocol_id', 'Identifier of the platform that this platform builds on.', {
          label: 'Base platform id',
          link: 'platforms',
        }),
        field('text', 'base_protocol_name', 'Name of the platform that this platform builds on.', {
          label: 'Base platform',
        }),
        field('object', 'base_protocol', 'The platform that this platform builds on.', {
          label: 'Base platform record',
        }),
      ]),
    ]),
    ...group('Parties', [
      field('object', 'issuer', 'The issuer of the asset with its legal data.'),
      derivedField('id', 'issuer_id', 'Identifier of the issuer of the asset.', {
        link: 'issuers',
      }),
      derivedField('text', 'issuer_name', 'Name of the issuer of the asset.'),
      field('object', 'asset_manager', 'The manager of the asset: id, name, slug, logo and color.', {
        label: 'Manager',
      }),
      field('id', 'asset_manager_id', 'Identifier of the manager of the asset.', {
        label: 'Manager id',
        link: 'managers',
      }),
    ]),
    ...metricFields(metricDefinitions.map(({ name }) => name).filter((name) => !assetOnly.includes(name))),
    ...returnFields,
    ...group(
      'Performance',
      unseen([
        field(
          'number',
          'daily_asset_performance_rate',
          'Total return of the asset on the last day, in percent.',
          { label: 'Daily performance', unit: 'percent' },
        ),
      ]),
    ),
    ...group('Record', [
      field('boolean', 'hidden', 'Whether the service leaves the token out of its own pages.'),
    ]),
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
  related: [{ resource: 'transactions', field: 'token_id', idField: 'id', label: 'Transactions' }],
};
