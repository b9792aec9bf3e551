import { field, group } from './fields.ts';
import { metricFields, partyMetrics } from './metrics.ts';
import { listedByName, nameFields } from './partyFields.ts';
import type { Resource } from './types.ts';

/** Rule: data service interface, "Issuer". */
export const issuers: Resource = {
  name: 'issuers',
  path: '/v4/issuers',
  label: 'Issuers',
  singular: 'Issuer',
  description: 'A legal entity that issues assets.',
  ...listedByName,
  fields: [
    ...group('Identity', [
      ...nameFields('issuer', false),
      field('text', 'description', 'Who the issuer is, in a few sentences.', {
        searchable: true,
      }),
      field('url', 'website', 'Page of the issuer on the web.'),
      field('url', 'icon_url', 'Address of the issuer’s logo.', { label: 'Icon' }),
    ]),
    ...group('Legal', [
      field('text', 'legal_name', 'Name under which the entity is registered.', {
        searchable: true,
      }),
      field('text', 'cik', 'Central index key at the securities regulator of the United States.', {
        label: 'CIK',
      }),
      field('text', 'lei', 'Legal entity identifier, 20 characters.', { label: 'LEI' }),
      field('text', 'legal_structure_type', 'Form of the entity, for example LLC or Trust.', {
        label: 'Legal form',
      }),
      field('id', 'legal_structure_country_id', 'Identifier of the country of registration.', {
        label: 'Domicile id',
      }),
      field('text', 'legal_structure_country_name', 'Country of registration.', { label: 'Domicile' }),
      field('text', 'legal_structure_state', 'State or province of registration.', { label: 'State' }),
    ]),
    ...group('Networks and tokens', [
      field('integer', 'asset_count', 'Number of assets issued.', { label: 'Assets', unit: 'count' }),
      field('integer', 'token_count', 'Number of tokens issued.', { label: 'Tokens', unit: 'count' }),
    ]),
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
    { resource: 'assets', field: 'issuer_id', idField: 'id', label: 'Assets' },
    { resource: 'tokens', field: 'issuer_id', idField: 'id', label: 'Tokens' },
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
