import { count, group, id, idList, objectList, text, url, type Fields } from './fields.ts';
import { metricFields, partyMetrics } from './metrics.ts';
import type { Resource } from './types.ts';

/** Parties have only a list, sorted by name. */
export const listedByName = {
  hasRecordEndpoint: false,
  defaultSort: { field: 'name', direction: 'asc' },
  defaultPerPage: 25,
  titleField: 'name',
} as const satisfies Partial<Resource>;

/** Arrays of a party's figures by one criterion, each element with id, name, counts and metrics. */
const statsLabels = {
  asset_class_stats: ['Asset classes', 'class of assets'],
  network_stats: ['Networks', 'network'],
  protocol_stats: ['Platforms', 'tokenization platform'],
  issuer_stats: ['Issuers', 'issuer'],
  jurisdiction_country_stats: ['Jurisdictions', 'country whose law governs the assets'],
} as const;

type StatsName = keyof typeof statsLabels;

/** Source: data service interface, "Platform"; assumed for networks. */
export function statsFields(names: readonly StatsName[]): Fields {
  return Object.fromEntries(
    names.map((name) => {
      const [label, criterion] = statsLabels[name];
      return [name, objectList(`The figures split by ${criterion}.`, label)];
    }),
  );
}

export function nameFields(noun: string, searchableSlug: boolean): Fields {
  return {
    id: id(`Identifier of the ${noun}.`),
    name: text(`Name of the ${noun}.`, { searchable: true }),
    slug: text(`URL slug of the ${noun}.`, { searchable: searchableSlug }),
  };
}

/** Source: data service interface, "Issuer". */
export const issuers: Resource = {
  name: 'issuers',
  path: '/v4/issuers',
  label: 'Issuers',
  singular: 'Issuer',
  description: 'A legal entity that issues assets.',
  ...listedByName,
  fields: [
    ...group('Identity', {
      ...nameFields('issuer', false),
      description: text('Who the issuer is, in a few sentences.', { searchable: true }),
      website: url('Page of the issuer on the web.'),
      icon_url: url('Address of the issuer’s logo.', 'Icon'),
    }),
    ...group('Legal', {
      legal_name: text('Name under which the entity is registered.', { searchable: true }),
      cik: text('Central index key at the securities regulator of the United States.', 'CIK'),
      lei: text('Legal entity identifier, 20 characters.', 'LEI'),
      legal_structure_type: text('Form of the entity, for example LLC or Trust.', 'Legal form'),
      legal_structure_country_id: id('Identifier of the country of registration.', 'Domicile id'),
      legal_structure_country_name: text('Country of registration.', 'Domicile'),
      legal_structure_state: text('State or province of registration.', 'State'),
    }),
    ...group('Networks and tokens', {
      asset_count: count('Number of assets issued.', 'Assets'),
      token_count: count('Number of tokens issued.', 'Tokens'),
    }),
    ...metricFields(partyMetrics),
  ],
  defaultColumns: [
    'name',
    'bridged_token_value_dollar',
    'legal_structure_type',
    'legal_structure_country_name',
    'asset_count',
    'token_count',
    'bridged_token_market_cap_dollar',
    'holding_addresses_count',
    'trailing_30_day_transfer_volume',
  ],
  related: [
    { resource: 'assets', field: 'issuer_id', label: 'Assets' },
    { resource: 'tokens', field: 'issuer_id', label: 'Tokens' },
  ],
  relatedThrough: [
    { resource: 'transactions', field: 'asset_id', through: 'assets', label: 'Transactions' },
    { resource: 'networks', field: 'id', through: 'assets', throughField: 'network_ids', label: 'Networks' },
    {
      resource: 'platforms',
      field: 'id',
      through: 'assets',
      throughField: 'protocol_ids',
      label: 'Platforms',
    },
  ],
};

/** Source: data service interface, "Manager". */
export const managers: Resource = {
  name: 'managers',
  path: '/v4/managers',
  label: 'Managers',
  singular: 'Manager',
  description: 'A firm that manages the holdings behind assets.',
  ...listedByName,
  fields: [
    ...group('Identity', {
      ...nameFields('manager', true),
      description: text('Who the manager is, in a few sentences.', { searchable: true }),
      website: url('Page of the manager on the web.', { filterable: false }),
    }),
    ...group('Networks and tokens', {
      asset_count: count('Number of assets managed.', 'Assets', { overlapping: true }),
    }),
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
  related: [{ resource: 'tokens', field: 'asset_manager_id', label: 'Tokens' }],
  relatedThrough: [
    { resource: 'assets', field: 'id', through: 'tokens', throughField: 'asset_id', label: 'Assets' },
    { resource: 'networks', field: 'id', through: 'tokens', throughField: 'network_id', label: 'Networks' },
    { resource: 'issuers', field: 'id', through: 'tokens', throughField: 'issuer_id', label: 'Issuers' },
    { resource: 'transactions', field: 'token_id', through: 'tokens', label: 'Transactions' },
  ],
};

/** Source: data service interface, "Platform". Field names say protocol. */
export const platforms: Resource = {
  name: 'platforms',
  path: '/v4/platforms',
  label: 'Platforms',
  singular: 'Platform',
  description: 'A company or protocol that makes tokens for issuers.',
  ...listedByName,
  fields: [
    ...group('Identity', nameFields('platform', true)),
    ...group('Networks and tokens', {
      asset_count: count('Number of assets on the platform.', 'Assets', { overlapping: true }),
      ...statsFields(['asset_class_stats', 'network_stats', 'issuer_stats', 'jurisdiction_country_stats']),
    }),
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
    { resource: 'assets', field: 'protocol_ids', label: 'Assets' },
    { resource: 'tokens', field: 'protocol_id', label: 'Tokens' },
    { resource: 'transactions', field: 'protocol_id', label: 'Transactions' },
  ],
  relatedThrough: [
    { resource: 'networks', field: 'id', through: 'tokens', throughField: 'network_id', label: 'Networks' },
    { resource: 'issuers', field: 'id', through: 'tokens', throughField: 'issuer_id', label: 'Issuers' },
  ],
};

/** Source: data service interface, "Service provider". */
export const serviceProviders: Resource = {
  name: 'service-providers',
  path: '/v4/service-providers',
  label: 'Service providers',
  singular: 'Service provider',
  description: 'A firm that serves assets: a custodian, an auditor, a fund administrator, a transfer agent.',
  ...listedByName,
  fields: [
    ...group('Identity', {
      ...nameFields('service provider', true),
      description: text('What the provider does, in a few sentences.', { searchable: true }),
    }),
    ...group('Networks and tokens', {
      network_ids: idList('Identifiers of the networks the provider operates on.'),
    }),
  ],
  defaultColumns: ['name', 'description', 'network_ids'],
  related: [
    { resource: 'assets', field: 'transfer_agent_id', label: 'As transfer agent' },
    { resource: 'assets', field: 'paying_agent_id', label: 'As paying agent' },
    { resource: 'assets', field: 'auditor_id', label: 'As auditor' },
    { resource: 'assets', field: 'fund_administrator_id', label: 'As fund administrator' },
    { resource: 'assets', field: 'sponsor_id', label: 'As sponsor' },
    { resource: 'assets', field: 'sub_advisor_id', label: 'As sub-advisor' },
    { resource: 'assets', field: 'exchange_agent_id', label: 'As exchange agent' },
    { resource: 'assets', field: 'crypto_custodian_id', label: 'As crypto custodian' },
    { resource: 'assets', field: 'traditional_custodian_id', label: 'As traditional custodian' },
    { resource: 'assets', field: 'crypto_broker_id', label: 'As crypto broker' },
    { resource: 'assets', field: 'traditional_broker_id', label: 'As traditional broker' },
    { resource: 'assets', field: 'primary_market__kyc_provider_id', label: 'As identity check provider' },
  ],
};
