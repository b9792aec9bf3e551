import { field, group } from './fields.ts';
import type { Resource } from './types.ts';

/** Rule: data service interface, "Transaction". Stablecoins have none. */
export const transactions: Resource = {
  name: 'transactions',
  path: '/v4/transactions',
  label: 'Transactions',
  singular: 'Transaction',
  description: 'A mint, burn or transfer of a token on its network.',
  hasRecordEndpoint: false,
  defaultSort: { field: 'date', direction: 'desc' },
  defaultPerPage: 25,
  titleField: 'transaction_hash',
  fields: [
    ...group('Identity', [
      field(
        'id',
        'id',
        'Network, hash, log index and number in one text. Its order is not the order of time.',
      ),
      field('hash', 'transaction_hash', 'Hash of the transaction on its network.'),
      field('date', 'date', 'Day of the transaction in UTC.'),
      field('datetime', 'timestamp', 'When the transaction took place.', { label: 'Time' }),
      field(
        'object',
        'transaction_type',
        'Whether tokens were minted, burned or transferred. May be missing.',
        { label: 'Type' },
      ),
      field('id', 'transaction_type_id', 'Identifier of the type of transaction.', { label: 'Type id' }),
    ]),
    ...group('Transfers', [
      field('number', 'amount', 'Amount moved, in token units.', { unit: 'token' }),
      field('number', 'usd_amount', 'Amount moved, in US dollars at the price of the day.', {
        label: 'Value',
        unit: 'dollar',
      }),
    ]),
    ...group('Parties', [
      field(
        'address',
        'from_address',
        'Address of the sender. Of a mint it is empty, the zero address or the issuer, by network.',
        { label: 'From' },
      ),
      field(
        'address',
        'to_address',
        'Address of the recipient. Of a burn it is empty, the zero address or the issuer, by network.',
        { label: 'To' },
      ),
    ]),
    ...group('Classification', [
      field('object', 'asset', 'The asset behind the token: id, name and class.'),
      field('id', 'asset_id', 'Identifier of the asset behind the token.', { link: 'assets' }),
      field('id', 'asset_class_id', 'Identifier of the class of assets.'),
    ]),
    ...group('Networks and tokens', [
      field('object', 'token', 'The token moved: id, asset, network, address and decimals.'),
      field('id', 'token_id', 'Identifier of the token moved.', { link: 'tokens' }),
      field('id', 'network_id', 'Identifier of the network of the token.', {
        link: 'networks',
        path: ['token', 'network_id'],
      }),
      field('id', 'protocol_id', 'Identifier of the tokenization platform of the token.', {
        label: 'Platform id',
        link: 'platforms',
      }),
    ]),
  ],
  defaultColumns: [
    'timestamp',
    'transaction_type',
    'asset',
    'usd_amount',
    'amount',
    'token',
    'network_id',
    'from_address',
    'to_address',
    'transaction_hash',
  ],
  related: [],
};
