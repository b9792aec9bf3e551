import { derivedField, field, group, unseen } from './fields.ts';
import type { Field } from './types.ts';

/** What an asset is, who stands behind it, and where its tokens are. */
export const assetFacts: readonly Field[] = [
  ...group('Identity', [
    field('id', 'id', 'Unique ID of the asset.'),
    field('text', 'name', 'Full name of the asset.', { searchable: true }),
    field('text', 'ticker', 'Short symbol under which the asset is quoted.', { searchable: true }),
    field('text', 'slug', 'URL slug of the asset.', { searchable: true }),
    field('text', 'description', 'What the asset is, in a few sentences.', {
      searchable: true,
    }),
    field('text', 'isin', 'International securities identification number.', {
      label: 'ISIN',
      searchable: true,
    }),
    field('text', 'cusip', 'Identification number of North American securities.', { label: 'CUSIP' }),
    field('url', 'website', 'Page of the asset on the web.'),
    field('url', 'icon_url', 'Address of the asset’s logo.', { label: 'Icon' }),
    field('color', 'color_hex', 'Color of the asset in charts, as #rrggbb.', { label: 'Color' }),
    field('date', 'inception_date', 'Day on which the asset began.'),
    field('id', 'asset_id', 'The asset’s own id once more, as nested records carry it.', {
      link: 'assets',
    }),
    field('id', 'asset_pool_id', 'Identifier of the pool the asset belongs to.'),
    ...unseen([field('text', 'unit', 'What one token stands for, for example one gram.')]),
  ]),
  ...group('Classification', [
    field('text', 'asset_class_name', 'Name of the asset class, for example US Treasury Debt.', {
      label: 'Asset class',
    }),
    field('id', 'asset_class_id', 'Identifier of the asset class.'),
    derivedField('text', 'asset_class_slug', 'URL slug of the asset class.'),
    field('object', 'asset_class', 'Id, name, slug, logo and color of the asset class.', {
      label: 'Asset class record',
    }),
    field('text', 'type', 'Kind of record: a single asset or a pool of assets.'),
    field('object-list', 'underlying_asset_classes', 'Classes of the holdings behind the asset.', {
      label: 'Underlying classes',
    }),
    field('boolean', 'is_yield_bearing', 'Whether holding the asset earns a yield.', {
      label: 'Yield bearing',
    }),
    field('boolean', 'distributes_income', 'Whether income is paid out rather than added to the price.'),
    field('boolean', 'is_open_ended', 'Whether new tokens can be subscribed at any time.', {
      label: 'Open ended',
    }),
    field('boolean', 'is_investable', 'Whether the asset takes new investors now.', { label: 'Investable' }),
    field('id', 'pegged_asset_id', 'Identifier of what the price is pegged to, for example the US dollar.'),
    field('text', 'pegged_asset_name', 'What the price is pegged to, for example US Dollar.', {
      label: 'Pegged to',
    }),
    field('object', 'pegged_asset', 'Id, name, type, unit and ticker of what the price is pegged to.'),
    field(
      'number',
      'asset_to_pegged_asset_ratio',
      'How many units of the pegged asset one token stands for.',
      { label: 'Peg ratio', unit: 'ratio' },
    ),
    field('text', 'denomination_asset_ticker', 'Ticker of the currency the asset is kept in.', {
      label: 'Denomination',
    }),
    field('id', 'denomination_asset_id', 'Identifier of the currency the asset is kept in.', {
      label: 'Denomination id',
    }),
    ...unseen([
      field('text', 'status', 'State of the record at the service.'),
      field('text', 'asset_status', 'State of the asset in its life, for example active or matured.'),
      field('text', 'investment_status', 'Whether the asset is open, closed or paused for investors.'),
      field('text', 'investment_strategy_type', 'Kind of strategy the asset follows.', {
        label: 'Investment strategy',
      }),
      field('id', 'investment_strategy_type_id', 'Identifier of the kind of strategy.', {
        label: 'Investment strategy id',
      }),
      field('id-list', 'region_ids', 'Identifiers of the regions the holdings are in.'),
      field('text-list', 'region_names', 'Regions the holdings are in.', { label: 'Regions' }),
      field('id-list', 'sector_ids', 'Identifiers of the economic sectors of the holdings.'),
      field('text-list', 'sector_names', 'Economic sectors of the holdings.', { label: 'Sectors' }),
      field('id', 'master_fund_id', 'Identifier of the fund that this feeder invests in.', {
        link: 'assets',
      }),
      field('boolean', 'has_single_holding', 'Whether the asset consists of one holding.', {
        label: 'Single holding',
      }),
      field('text', 'sp_rating', 'Credit rating by the agency of that name.', { label: 'S&P rating' }),
      field('object-list', 'ratings', 'Credit ratings by agencies.'),
      field('object', 'real_estate_property', 'The building or land behind the asset.', {
        label: 'Property',
      }),
      field('text', 'peg_maintenance_description', 'How the price is kept at its peg.', {
        label: 'How the peg is kept',
      }),
      field('text', 'management_mechanism_type', 'Whether people or code manage the holdings.', {
        label: 'Management mechanism',
      }),
    ]),
  ]),
  ...group('Parties', [
    field('text', 'issuer_name', 'Name of the entity that issues the asset.', {
      label: 'Issuer',
      searchable: true,
    }),
    field('id', 'issuer_id', 'Identifier of the issuer.', { link: 'issuers' }),
    field('object', 'issuer', 'The issuer with its legal data, as nested in the asset.', {
      label: 'Issuer record',
    }),
    field('object', 'manager', 'The manager of the holdings: id, name, slug, logo and color.'),
    field('text', 'governing_body', 'The body that supervises the asset.'),
    field('object', 'transfer_agent', 'The provider that keeps the register of holders.'),
    field('id', 'transfer_agent_id', 'Identifier of the transfer agent.', {
      link: 'service-providers',
    }),
    field('object', 'paying_agent', 'The provider that pays income to holders.'),
    field('id', 'paying_agent_id', 'Identifier of the paying agent.', {
      link: 'service-providers',
    }),
    ...unseen([
      field('id', 'manager_id', 'Identifier of the manager.', { link: 'managers' }),
      field('id', 'sponsor_id', 'Identifier of the sponsor of the asset.', {
        link: 'service-providers',
      }),
      field('object', 'auditor', 'The provider that audits the asset.'),
      field('id', 'auditor_id', 'Identifier of the auditor.', { link: 'service-providers' }),
      field('object', 'sub_advisor', 'The adviser to whom the manager hands a part of the work.', {
        label: 'Sub-advisor',
      }),
      field('id', 'sub_advisor_id', 'Identifier of the sub-advisor.', {
        label: 'Sub-advisor id',
        link: 'service-providers',
      }),
      field('object', 'fund_administrator', 'The provider that keeps the books of the fund.'),
      field('id', 'fund_administrator_id', 'Identifier of the fund administrator.', {
        link: 'service-providers',
      }),
      field('object', 'exchange_agent', 'The provider that exchanges tokens and holdings.'),
      field('id', 'exchange_agent_id', 'Identifier of the exchange agent.', {
        link: 'service-providers',
      }),
      field('object', 'crypto_broker', 'The broker for tokens.'),
      field('id', 'crypto_broker_id', 'Identifier of the broker for tokens.', {
        link: 'service-providers',
      }),
      field('object', 'crypto_custodian', 'The custodian of tokens.'),
      field('id', 'crypto_custodian_id', 'Identifier of the custodian of tokens.', {
        link: 'service-providers',
      }),
      field('object', 'traditional_broker', 'The broker for the holdings.'),
      field('id', 'traditional_broker_id', 'Identifier of the broker for the holdings.', {
        link: 'service-providers',
      }),
      field('object', 'traditional_custodian', 'The custodian of the holdings.'),
      field('id', 'traditional_custodian_id', 'Identifier of the custodian of the holdings.', {
        link: 'service-providers',
      }),
    ]),
  ]),
  ...group('Networks and tokens', [
    field(
      'text-list',
      'network_names',
      'Names of the networks that hold tokens of the asset. Not in the order of the ids.',
      { label: 'Networks' },
    ),
    field('id-list', 'network_ids', 'Identifiers of the networks that hold tokens of the asset.', {
      link: 'networks',
    }),
    field(
      'text',
      'network_slug',
      'URL slugs of the networks that hold tokens of the asset. A filter matches where any of them does.',
      { path: ['tokens', '*', 'network', 'slug'], sortable: false },
    ),
    derivedField(
      'text',
      'protocol_slug',
      'URL slugs of the platforms of the asset’s tokens. A filter matches where any of them does.',
      { label: 'Platform slug', path: ['tokens', '*', 'protocol', 'slug'], sortable: false },
    ),
    field('integer', 'token_count', 'Number of tokens that represent the asset.', {
      label: 'Tokens',
      unit: 'count',
    }),
    field('integer', 'native_token_count', 'Number of tokens issued directly on their network.', {
      label: 'Native tokens',
      unit: 'count',
    }),
    field('integer', 'bridge_token_count', 'Number of tokens that stand for a token of another network.', {
      label: 'Bridged tokens',
      unit: 'count',
    }),
    field('boolean', 'has_native_tokens', 'Whether a token was issued directly on a network.'),
    field('boolean', 'has_bridge_tokens', 'Whether a token stands for a token of another network.', {
      label: 'Has bridged tokens',
    }),
    field('object-list', 'tokens', 'The tokens that represent the asset, as nested in it.', {
      label: 'Token records',
    }),
    field('id-list', 'protocol_ids', 'Identifiers of the tokenization platforms used.', {
      label: 'Platform ids',
      link: 'platforms',
    }),
    field('id-list', 'base_protocol_ids', 'Identifiers of the platforms that other platforms build on.', {
      label: 'Base platform ids',
      link: 'platforms',
    }),
    field(
      'text-list',
      'tokenization_types',
      'How the tokens represent the asset, for example as a fund share.',
    ),
    field('id-list', 'tokenization_type_ids', 'Identifiers of how the tokens represent the asset.'),
    field(
      'text',
      'tokenization_sponsorship_type',
      'Whether the issuer itself or a third party tokenized the asset.',
      { label: 'Sponsorship' },
    ),
    field(
      'text-list',
      'transferability_types',
      'Who may receive the tokens, for example only listed addresses.',
      { label: 'Transferability' },
    ),
    field('id-list', 'transferability_type_ids', 'Identifiers of the rules on who may receive the tokens.', {
      label: 'Transferability ids',
    }),
    ...unseen([field('id', 'deployed_contract_id', 'Identifier of the contract that holds the asset.')]),
  ]),
];
