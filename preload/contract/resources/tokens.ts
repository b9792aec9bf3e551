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
      field('id', 'id', 'Id', 'Number by which the service knows the token.'),
      field('text', 'name', 'Name', 'Name of the token: the asset and its network.', { searchable: true }),
      field(
        'address',
        'address',
        'Address',
        'Address of the token on its network. Capital letters matter on some networks.',
        {
          searchable: true,
        },
      ),
      field('integer', 'decimals', 'Decimals', 'Number of decimal places the contract counts with.'),
      field(
        'text-list',
        'standards',
        'Standards',
        'Technical standards the contract follows, for example ERC-20.',
      ),
      field(
        'text',
        'issuance_type',
        'Issuance',
        'Whether the token was issued on its network (NATIVE) or came over a bridge.',
      ),
      field('id', 'token_id', 'Token id', 'The token’s own id once more. May be missing.', {
        link: 'tokens',
      }),
    ]),
    ...group('Classification', [
      field('id', 'asset_id', 'Asset id', 'Identifier of the asset the token represents.', {
        link: 'assets',
      }),
      field(
        'object',
        'asset',
        'Asset',
        'The asset the token represents: id, name, ticker, logo, colour and regulation.',
      ),
      derivedField('text', 'asset_name', 'Asset name', 'Name of the asset the token represents.'),
      field('id', 'asset_class_id', 'Asset class id', 'Identifier of the class of assets.'),
      derivedField('text', 'asset_class_name', 'Asset class name', 'Name of the class of assets.'),
      derivedField(
        'text',
        'asset_class_slug',
        'Asset class slug',
        'Name of the class of assets in web addresses.',
      ),
      derivedField('boolean', 'is_investable', 'Investable', 'Whether the asset takes new investors now.', {
        via: { resource: 'assets', idField: 'asset_id', field: 'is_investable' },
        sortable: false,
      }),
      field(
        'object',
        'asset_class',
        'Asset class',
        'Id, name, slug, logo and colour of the class of assets.',
      ),
      field(
        'text',
        'tokenization_type',
        'Tokenization type',
        'How the token represents the asset, for example as a fund share.',
      ),
      field(
        'id',
        'tokenization_type_id',
        'Tokenization type id',
        'Identifier of how the token represents the asset.',
      ),
      field(
        'text',
        'transferability_type',
        'Transferability',
        'Who may receive the token, for example only listed addresses.',
      ),
      field(
        'id',
        'transferability_type_id',
        'Transferability id',
        'Identifier of the rule on who may receive the token.',
      ),
      ...unseen([
        field(
          'text',
          'transferability_description',
          'Transfer rules',
          'Who may receive the token, in words.',
        ),
        field('text', 'status', 'Status', 'State of the record at the service.'),
        field(
          'text',
          'asset_status',
          'Asset status',
          'State of the asset in its life, for example active or matured.',
        ),
        field(
          'text',
          'investment_status',
          'Investment status',
          'Whether the asset is open, closed or paused for investors.',
        ),
      ]),
    ]),
    ...group('Networks and tokens', [
      field('text', 'network_name', 'Network', 'Name of the network that holds the token.', {
        searchable: true,
      }),
      field('id', 'network_id', 'Network id', 'Identifier of the network that holds the token.', {
        link: 'networks',
      }),
      derivedField('text', 'network_slug', 'Network slug', 'Name of the network in web addresses.'),
      field('object', 'network', 'Network record', 'Id, name, slug, logo and colour of the network.'),
      field(
        'id',
        'parent_network_id',
        'Parent network id',
        'Identifier of the network below, for layer-2 networks.',
        {
          link: 'networks',
        },
      ),
      field('object', 'parent_network', 'Parent network', 'The network below, for layer-2 networks.'),
      field('text', 'protocol_name', 'Platform', 'Name of the tokenization platform.', { searchable: true }),
      field('id', 'protocol_id', 'Platform id', 'Identifier of the tokenization platform.', {
        link: 'platforms',
      }),
      derivedField(
        'text',
        'protocol_slug',
        'Platform slug',
        'Name of the tokenization platform in web addresses.',
      ),
      field(
        'object',
        'protocol',
        'Platform record',
        'Id, name, slug, logo, colour and website of the platform.',
      ),
      field(
        'text',
        'platform_name',
        'Platform (newer name)',
        'Name of the tokenization platform, under the newer field name.',
      ),
      field(
        'id',
        'platform_id',
        'Platform id (newer name)',
        'Identifier of the tokenization platform, under the newer field name.',
        {
          link: 'platforms',
        },
      ),
      field(
        'object',
        'platform',
        'Platform record (newer name)',
        'The tokenization platform with its tokenization type.',
      ),
      ...unseen([
        field(
          'id',
          'base_protocol_id',
          'Base platform id',
          'Identifier of the platform that this platform builds on.',
          {
            link: 'platforms',
          },
        ),
        field(
          'text',
          'base_protocol_name',
          'Base platform',
          'Name of the platform that this platform builds on.',
        ),
        field(
          'object',
          'base_protocol',
          'Base platform record',
          'The platform that this platform builds on.',
        ),
      ]),
    ]),
    ...group('Parties', [
      field('object', 'issuer', 'Issuer', 'The issuer of the asset with its legal data.'),
      derivedField('id', 'issuer_id', 'Issuer id', 'Identifier of the issuer of the asset.', {
        link: 'issuers',
      }),
      derivedField('text', 'issuer_name', 'Issuer name', 'Name of the issuer of the asset.'),
      field(
        'object',
        'asset_manager',
        'Manager',
        'The manager of the asset: id, name, slug, logo and colour.',
      ),
      field('id', 'asset_manager_id', 'Manager id', 'Identifier of the manager of the asset.', {
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
          'Daily performance',
          'Total return of the asset on the last day, in percent.',
          {
            unit: 'percent',
          },
        ),
      ]),
    ),
    ...group('Record', [
      field('boolean', 'hidden', 'Hidden', 'Whether the service leaves the token out of its own pages.'),
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
