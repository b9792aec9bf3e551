import { derivedField, field, group, unseen } from './fields.ts';
import type { Field } from './types.ts';

/** What an asset is, who stands behind it, and where its tokens are. */
export const assetFacts: readonly Field[] = [
  ...group('Identity', [
    field('id', 'id', 'Id', 'Number by which the service knows the asset.'),
    field('text', 'name', 'Name', 'Full name of the asset.', { searchable: true }),
    field('text', 'ticker', 'Ticker', 'Short symbol under which the asset is quoted.', { searchable: true }),
    field('text', 'slug', 'Slug', 'Name of the asset in web addresses.', { searchable: true }),
    field('text', 'description', 'Description', 'What the asset is, in a few sentences.', {
      searchable: true,
    }),
    field('text', 'isin', 'ISIN', 'International securities identification number.', { searchable: true }),
    field('text', 'cusip', 'CUSIP', 'Identification number of North American securities.'),
    field('url', 'website', 'Website', 'Page of the asset on the web.'),
    field('url', 'icon_url', 'Icon', 'Address of the asset’s logo.'),
    field('color', 'color_hex', 'Colour', 'Colour of the asset in charts, as #rrggbb.'),
    field('date', 'inception_date', 'Inception date', 'Day on which the asset began.'),
    field('id', 'asset_id', 'Asset id', 'The asset’s own id once more, as nested records carry it.', {
      link: 'assets',
    }),
    field('id', 'asset_pool_id', 'Asset pool id', 'Identifier of the pool the asset belongs to.'),
    ...unseen([field('text', 'unit', 'Unit', 'What one token stands for, for example one gram.')]),
  ]),
  ...group('Classification', [
    field(
      'text',
      'asset_class_name',
      'Asset class',
      'Name of the class of assets, for example US Treasury Debt.',
    ),
    field('id', 'asset_class_id', 'Asset class id', 'Identifier of the class of assets.'),
    derivedField(
      'text',
      'asset_class_slug',
      'Asset class slug',
      'Name of the class of assets in web addresses.',
    ),
    field(
      'object',
      'asset_class',
      'Asset class record',
      'Id, name, slug, logo and colour of the class of assets.',
    ),
    field('text', 'type', 'Type', 'Kind of record: a single asset or a pool of assets.'),
    field(
      'object-list',
      'underlying_asset_classes',
      'Underlying classes',
      'Classes of the holdings behind the asset.',
    ),
    field('boolean', 'is_yield_bearing', 'Yield bearing', 'Whether holding the asset earns a yield.'),
    field(
      'boolean',
      'distributes_income',
      'Distributes income',
      'Whether income is paid out rather than added to the price.',
    ),
    field('boolean', 'is_open_ended', 'Open ended', 'Whether new tokens can be subscribed at any time.'),
    field('boolean', 'is_investable', 'Investable', 'Whether the asset takes new investors now.'),
    field(
      'id',
      'pegged_asset_id',
      'Pegged asset id',
      'Identifier of what the price is pegged to, for example the US dollar.',
    ),
    field('text', 'pegged_asset_name', 'Pegged to', 'What the price is pegged to, for example US Dollar.'),
    field('object', 'pegged_asset', 'Pegged asset', 'Id, name and ticker of what the price is pegged to.'),
    field(
      'number',
      'asset_to_pegged_asset_ratio',
      'Peg ratio',
      'How many units of the pegged asset one token stands for.',
      {
        unit: 'ratio',
      },
    ),
    field(
      'text',
      'denomination_asset_ticker',
      'Denomination',
      'Ticker of the currency the asset is kept in.',
    ),
    field(
      'id',
      'denomination_asset_id',
      'Denomination id',
      'Identifier of the currency the asset is kept in.',
    ),
    ...unseen([
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
      field('text', 'investment_strategy_type', 'Investment strategy', 'Kind of strategy the asset follows.'),
      field(
        'id',
        'investment_strategy_type_id',
        'Investment strategy id',
        'Identifier of the kind of strategy.',
      ),
      field('id-list', 'region_ids', 'Region ids', 'Identifiers of the regions the holdings are in.'),
      field('text-list', 'region_names', 'Regions', 'Regions the holdings are in.'),
      field('id-list', 'sector_ids', 'Sector ids', 'Identifiers of the economic sectors of the holdings.'),
      field('text-list', 'sector_names', 'Sectors', 'Economic sectors of the holdings.'),
      field('id', 'master_fund_id', 'Master fund id', 'Identifier of the fund that this feeder invests in.', {
        link: 'assets',
      }),
      field('boolean', 'has_single_holding', 'Single holding', 'Whether the asset consists of one holding.'),
      field('text', 'sp_rating', 'S&P rating', 'Credit rating by the agency of that name.'),
      field('object-list', 'ratings', 'Ratings', 'Credit ratings by agencies.'),
      field('object', 'real_estate_property', 'Property', 'The building or land behind the asset.'),
      field(
        'text',
        'peg_maintenance_description',
        'How the peg is kept',
        'How the price is kept at its peg.',
      ),
      field(
        'text',
        'management_mechanism_type',
        'Management mechanism',
        'Whether people or code manage the holdings.',
      ),
    ]),
  ]),
  ...group('Parties', [
    field('text', 'issuer_name', 'Issuer', 'Name of the entity that issues the asset.', { searchable: true }),
    field('id', 'issuer_id', 'Issuer id', 'Identifier of the issuer.', { link: 'issuers' }),
    field('object', 'issuer', 'Issuer record', 'The issuer with its legal data, as nested in the asset.'),
    field('object', 'manager', 'Manager', 'The manager of the holdings: id, name, slug, logo and colour.'),
    field('text', 'governing_body', 'Governing body', 'The body that supervises the asset.'),
    field('object', 'transfer_agent', 'Transfer agent', 'The provider that keeps the register of holders.'),
    field('id', 'transfer_agent_id', 'Transfer agent id', 'Identifier of the transfer agent.', {
      link: 'service-providers',
    }),
    field('object', 'paying_agent', 'Paying agent', 'The provider that pays income to holders.'),
    field('id', 'paying_agent_id', 'Paying agent id', 'Identifier of the paying agent.', {
      link: 'service-providers',
    }),
    ...unseen([
      field('id', 'manager_id', 'Manager id', 'Identifier of the manager.', { link: 'managers' }),
      field('id', 'sponsor_id', 'Sponsor id', 'Identifier of the sponsor of the asset.', {
        link: 'service-providers',
      }),
      field('object', 'auditor', 'Auditor', 'The provider that audits the asset.'),
      field('id', 'auditor_id', 'Auditor id', 'Identifier of the auditor.', { link: 'service-providers' }),
      field(
        'object',
        'sub_advisor',
        'Sub-advisor',
        'The adviser to whom the manager hands a part of the work.',
      ),
      field('id', 'sub_advisor_id', 'Sub-advisor id', 'Identifier of the sub-advisor.', {
        link: 'service-providers',
      }),
      field(
        'object',
        'fund_administrator',
        'Fund administrator',
        'The provider that keeps the books of the fund.',
      ),
      field('id', 'fund_administrator_id', 'Fund administrator id', 'Identifier of the fund administrator.', {
        link: 'service-providers',
      }),
      field('object', 'exchange_agent', 'Exchange agent', 'The provider that exchanges tokens and holdings.'),
      field('id', 'exchange_agent_id', 'Exchange agent id', 'Identifier of the exchange agent.', {
        link: 'service-providers',
      }),
      field('object', 'crypto_broker', 'Crypto broker', 'The broker for tokens.'),
      field('id', 'crypto_broker_id', 'Crypto broker id', 'Identifier of the broker for tokens.', {
        link: 'service-providers',
      }),
      field('object', 'crypto_custodian', 'Crypto custodian', 'The custodian of tokens.'),
      field('id', 'crypto_custodian_id', 'Crypto custodian id', 'Identifier of the custodian of tokens.', {
        link: 'service-providers',
      }),
      field('object', 'traditional_broker', 'Traditional broker', 'The broker for the holdings.'),
      field(
        'id',
        'traditional_broker_id',
        'Traditional broker id',
        'Identifier of the broker for the holdings.',
        {
          link: 'service-providers',
        },
      ),
      field('object', 'traditional_custodian', 'Traditional custodian', 'The custodian of the holdings.'),
      field(
        'id',
        'traditional_custodian_id',
        'Traditional custodian id',
        'Identifier of the custodian of the holdings.',
        {
          link: 'service-providers',
        },
      ),
    ]),
  ]),
  ...group('Networks and tokens', [
    field(
      'text-list',
      'network_names',
      'Networks',
      'Names of the networks that hold tokens of the asset. Not in the order of the ids.',
    ),
    field(
      'id-list',
      'network_ids',
      'Network ids',
      'Identifiers of the networks that hold tokens of the asset.',
      {
        link: 'networks',
      },
    ),
    field(
      'text',
      'network_slug',
      'Network slug',
      'Names in web addresses of the networks that hold tokens of the asset. A filter matches where any of them does.',
      { path: ['tokens', '*', 'network', 'slug'], sortable: false },
    ),
    derivedField(
      'text',
      'protocol_slug',
      'Platform slug',
      'Names in web addresses of the platforms of the asset’s tokens. A filter matches where any of them does.',
      { path: ['tokens', '*', 'protocol', 'slug'], sortable: false },
    ),
    field('integer', 'token_count', 'Tokens', 'Number of tokens that represent the asset.', {
      unit: 'count',
    }),
    field(
      'integer',
      'native_token_count',
      'Native tokens',
      'Number of tokens issued directly on their network.',
      {
        unit: 'count',
      },
    ),
    field(
      'integer',
      'bridge_token_count',
      'Bridged tokens',
      'Number of tokens that stand for a token of another network.',
      {
        unit: 'count',
      },
    ),
    field(
      'boolean',
      'has_native_tokens',
      'Has native tokens',
      'Whether a token was issued directly on a network.',
    ),
    field(
      'boolean',
      'has_bridge_tokens',
      'Has bridged tokens',
      'Whether a token stands for a token of another network.',
    ),
    field('object-list', 'tokens', 'Token records', 'The tokens that represent the asset, as nested in it.'),
    field('id-list', 'protocol_ids', 'Platform ids', 'Identifiers of the tokenization platforms used.', {
      link: 'platforms',
    }),
    field(
      'id-list',
      'base_protocol_ids',
      'Base platform ids',
      'Identifiers of the platforms that other platforms build on.',
      {
        link: 'platforms',
      },
    ),
    field(
      'text-list',
      'tokenization_types',
      'Tokenization types',
      'How the tokens represent the asset, for example as a fund share.',
    ),
    field(
      'id-list',
      'tokenization_type_ids',
      'Tokenization type ids',
      'Identifiers of how the tokens represent the asset.',
    ),
    field(
      'text',
      'tokenization_sponsorship_type',
      'Sponsorship',
      'Whether the issuer itself or a third party tokenized the asset.',
    ),
    field(
      'text-list',
      'transferability_types',
      'Transferability',
      'Who may receive the tokens, for example only listed addresses.',
    ),
    field(
      'id-list',
      'transferability_type_ids',
      'Transferability ids',
      'Identifiers of the rules on who may receive the tokens.',
    ),
    ...unseen([
      field(
        'id',
        'deployed_contract_id',
        'Deployed contract id',
        'Identifier of the contract that holds the asset.',
      ),
    ]),
  ]),
];
