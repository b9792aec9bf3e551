import { field, group } from './fields.ts';
import { listedByName, nameFields } from './partyFields.ts';
import type { Resource } from './types.ts';

/** Rule: data service interface, "Service provider". */
export const serviceProviders: Resource = {
  name: 'service-providers',
  path: '/v4/service-providers',
  label: 'Service providers',
  singular: 'Service provider',
  description: 'A firm that serves assets: a custodian, an auditor, a fund administrator, a transfer agent.',
  ...listedByName,
  fields: [
    ...group('Identity', [
      ...nameFields('service provider', true),
      field('text', 'description', 'What the provider does, in a few sentences.', {
        searchable: true,
      }),
    ]),
    ...group('Networks and tokens', [
      field('id-list', 'network_ids', 'Identifiers of the networks the provider operates on.', {
        link: 'networks',
      }),
    ]),
  ],
  defaultColumns: ['name', 'description', 'network_ids'],
  related: [
    { resource: 'assets', field: 'transfer_agent_id', idField: 'id', label: 'As transfer agent' },
    { resource: 'assets', field: 'paying_agent_id', idField: 'id', label: 'As paying agent' },
    { resource: 'assets', field: 'auditor_id', idField: 'id', label: 'As auditor' },
    { resource: 'assets', field: 'fund_administrator_id', idField: 'id', label: 'As fund administrator' },
    { resource: 'assets', field: 'sponsor_id', idField: 'id', label: 'As sponsor' },
    { resource: 'assets', field: 'sub_advisor_id', idField: 'id', label: 'As sub-advisor' },
    { resource: 'assets', field: 'exchange_agent_id', idField: 'id', label: 'As exchange agent' },
    { resource: 'assets', field: 'crypto_custodian_id', idField: 'id', label: 'As crypto custodian' },
    {
      resource: 'assets',
      field: 'traditional_custodian_id',
      idField: 'id',
      label: 'As traditional custodian',
    },
    { resource: 'assets', field: 'crypto_broker_id', idField: 'id', label: 'As crypto broker' },
    { resource: 'assets', field: 'traditional_broker_id', idField: 'id', label: 'As traditional broker' },
    {
      resource: 'assets',
      field: 'primary_market__kyc_provider_id',
      idField: 'id',
      label: 'As identity check provider',
    },
  ],
};
