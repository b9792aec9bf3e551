import { address, date, datetime, group, hash, id, number, object } from './fields.ts';
import type { Resource } from './types.ts';

/** Source: data service interface, "Transaction". Stablecoins have none. */
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
    ...group('Identity', {
      id: id('Network, hash, log index and number in one text. Its order is not the order of time.'),
      transaction_hash: hash('Hash of the transaction on its network.'),
      date: date('Day of the transaction in UTC.'),
      timestamp: datetime('When the transaction took place.', 'Time'),
      transaction_type: object('Whether tokens were minted, burned or transferred. May be missing.', 'Type'),
      transaction_type_id: id('Identifier of the type of transaction.', 'Type id'),
    }),
    ...group('Transfers', {
      amount: number('Amount moved, in token units.', { unit: 'token' }),
      usd_amount: number('Amount moved, in US dollars at the price of the day.', 'Value', { unit: 'dollar' }),
    }),
    ...group('Parties', {
      from_address: address(
        'Address of the sender. Of a mint it is empty, the zero address or the issuer, by network.',
        'From',
      ),
      to_address: address(
        'Address of the recipient. Of a burn it is empty, the zero address or the issuer, by network.',
        'To',
      ),
    }),
    ...group('Classification', {
      asset: object('The asset behind the token: id, name and class.'),
      asset_id: id('Identifier of the asset behind the token.'),
      asset_class_id: id('Identifier of the class of assets.'),
    }),
    ...group('Networks and tokens', {
      token: object('The token moved: id, asset, network, address and decimals.'),
      token_id: id('Identifier of the token moved.'),
      network_id: id('Identifier of the network of the token.', { path: ['token', 'network_id'] }),
      protocol_id: id('Identifier of the tokenization platform of the token.', 'Platform id'),
    }),
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
