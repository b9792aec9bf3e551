import { describe, expect, it } from 'vitest';
import type { PartialRecord } from '../../preload/contract/records.ts';
import { resources } from '../../preload/contract/resources.ts';
import { movementFields } from '../../preload/contract/transactionKinds.ts';
import { recordActions } from '../../renderer/features/wallets/recordActions.ts';
import { neededFields } from '../../renderer/fields/needed.ts';

const [issuer, holder] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];

/** A mint whose sender the service names, as the table of transactions has it. */
const mint = {
  id: 1,
  from_address: issuer,
  to_address: holder,
  transaction_type: { slug: 'token-mint' },
  token: { address: `0x${'3'.repeat(40)}` },
};

function offered(record: PartialRecord, column: string): string[] {
  const field = resources.transactions.fields.find(({ name }) => name === column);
  if (field === undefined) throw new Error(`There is no ${column}.`);
  return recordActions(
    // Nothing is asked of the window before an action runs.
    {} as Parameters<typeof recordActions>[0],
    {
      connectionId: 'one',
      resource: 'transactions',
      records: [{ id: record.id, title: '', record }],
      cell: { field, record },
    },
  ).map(({ label }) => label);
}

describe('of a mint', () => {
  it('the holder is a wallet, and the issuer is none', () => {
    expect(offered(mint, 'to_address')).toContain('Open this wallet');
    expect(offered(mint, 'from_address')).toEqual([]);
  });

  it.each(movementFields)('nothing is offered while %s is not known', (name) => {
    expect(offered({ ...mint, [name]: undefined }, 'to_address')).toEqual([]);
  });

  it('a table has what tells that, whichever columns it shows', () => {
    expect(neededFields(resources.transactions, ['amount'])).toEqual(
      expect.arrayContaining([...movementFields]),
    );
    expect(neededFields(resources.assets, ['name'])).not.toContain('token');
  });
});

describe('of several records, or of some of those that are selected,', () => {
  const token = { id: 7, title: 'A token', record: { id: 7 } };
  const swap = { id: 1, title: '', record: { ...mint, transaction_type: { slug: 'token-transfer' } } };
  const offeredFor = (chosen: Omit<Parameters<typeof recordActions>[1], 'connectionId'>): string[] =>
    recordActions({} as Parameters<typeof recordActions>[0], { connectionId: 'one', ...chosen }).map(
      ({ key }) => key,
    );

  it.each([
    { resource: 'tokens', record: token, alone: ['activity'] },
    { resource: 'transactions', record: swap, alone: ['between'] },
  ] as const)('nothing is offered that opens one of the $resource', ({ resource, record, alone }) => {
    expect(offeredFor({ resource, records: [record] })).toEqual(alone);
    expect(offeredFor({ resource, records: [record, { ...record, id: 8 }] })).toEqual([]);
    expect(offeredFor({ resource, records: [record], partial: 'Some are not loaded.' })).toEqual([]);
  });
});
