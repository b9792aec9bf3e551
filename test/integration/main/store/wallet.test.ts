import { expect, it } from 'vitest';
import { walletFilter } from '../../../../preload/contract/wallets.ts';
import { nobody, writeTransactions } from './testTransactions.ts';
import { newCache } from '../../../support/newStore.ts';
import { wholeProof } from '../../../support/wholeProof.ts';

/** What the cached transactions tell of an address, on real SQLite. */

const own = '0x00000000000000000000000000000000000000Ab';
const other = '0x00000000000000000000000000000000000000cd';

it('dates a wallet by the sync of all its transactions, and leaves an unknown address without a date', async () => {
  const cache = await newCache();
  const subject = { resource: 'transactions', filter: walletFilter({ address: own }) } as const;
  await cache.syncs.begin({ ...subject, startedAt: 5, perPage: 100 });
  await cache.syncs.finish({ ...subject, now: 6, ...wholeProof });
  expect(await cache.readWallet({ address: own })).toMatchObject({
    transactions: 0,
    firstAt: null,
    completeAsOf: 5,
  });
  expect((await cache.readWallet({ address: other })).completeAsOf).toBeNull();
});

it('sums up a pair of addresses alone, dated also by the sync of one of them', async () => {
  const cache = await newCache();
  const third = '0x00000000000000000000000000000000000000ef';
  const between = (from: string, to: string, amount: number, day: number) => ({
    timestamp: `2026-03-0${day.toString()}T10:00:00Z`,
    from_address: from,
    to_address: to,
    amount,
    usd_amount: amount * 2,
  });
  await writeTransactions(cache, [
    between(own.toLowerCase(), other, 30, 1),
    between(other, own, 10, 2),
    between(own, third, 500, 2),
    between(third, other, 700, 3),
    between(own, own, 900, 3),
  ]);
  const pair = { address: own, other };
  expect(await cache.readWallet(pair)).toMatchObject({
    transactions: 2,
    firstAt: Date.UTC(2026, 2, 1, 10),
    lastAt: Date.UTC(2026, 2, 2, 10),
    completeAsOf: null,
    positions: [{ tokenId: 7, received: 10, sent: 30, net: -20, netDollars: -40, transactions: 2 }],
    days: [
      { day: '2026-03-01', dollars: 60, in: 0, out: 60 },
      { day: '2026-03-02', dollars: 20, in: 20, out: 0 },
    ],
    counterparties: [{ address: other, in: { count: 1, dollars: 20 }, out: { count: 1, dollars: 60 } }],
  });
  const subject = { resource: 'transactions', filter: walletFilter({ address: other }) } as const;
  await cache.syncs.begin({ ...subject, startedAt: 5, perPage: 100 });
  await cache.syncs.finish({ ...subject, now: 6, ...wholeProof });
  expect((await cache.readWallet(pair)).completeAsOf).toBe(5);
});

it('has the twenty largest senders and recipients, the others and nobody counted, by dollars or one token', async () => {
  const cache = await newCache();
  const address = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`;
  const move = (from: string, to: string, dollars: number | null, more: object = {}) => ({
    timestamp: '2026-03-01T10:00:00Z',
    from_address: from,
    to_address: to,
    amount: 2,
    usd_amount: dollars,
    ...more,
  });
  const mint = { transaction_type: { id: 1, slug: 'token-mint', name: 'Mint' } };
  const nine = { token_id: 9, token: { id: '9', address: '0xnine', network_name: 'Base' } };
  const eight = { token_id: 8, token: { id: '8', address: '0xeight', network_name: 'Base' } };
  await writeTransactions(cache, [
    ...Array.from({ length: 25 }, (_, index) => move(address(100 + index), own, index + 1)),
    // Spelled in capitals, the same address.
    move(`0x${address(124).slice(2).toUpperCase()}`, own.toLowerCase(), 100),
    move(nobody, own, 7, mint),
    move(own, other, 40, eight),
    move(own, address(100), null),
    move(own, address(100), 0),
    move(own, address(100), null, nine),
    move(own, address(100), 0, { ...nine, amount: null }),
    move(own, address(100), 0, { ...nine, amount: null }),
    move(own, own, 3),
    move(other, address(101), 1000),
  ]);
  const flows = await cache.readWalletFlows({ address: own });
  expect(flows.senders.parties).toHaveLength(20);
  expect(flows.senders.parties[0]).toEqual({ address: address(124), figure: 125, transactions: 2 });
  expect(flows.senders.parties.at(-1)).toMatchObject({ figure: 6 });
  expect(flows.senders.others).toEqual({ addresses: 5, figure: 15, transactions: 5 });
  expect(flows.senders.nobody).toEqual({ figure: 7, transactions: 1 });
  expect(flows.recipients).toEqual({
    parties: [
      { address: other, figure: 40, transactions: 1 },
      { address: address(100), figure: 0, transactions: 5 },
    ],
    others: { addresses: 0, figure: 0, transactions: 0 },
    nobody: { figure: 0, transactions: 0 },
  });
  // What is worth nothing has a figure.
  expect(flows).toMatchObject({ transactions: 34, toItself: 1, withoutFigure: 2, completeAsOf: null });
  expect(flows.oldest?.request).toContain('/v4/transactions');

  const ofToken = await cache.readWalletFlows({ address: own, tokenId: '8' });
  expect(ofToken.senders.parties).toEqual([]);
  expect(ofToken.recipients.parties).toEqual([{ address: other, figure: 2, transactions: 1 }]);
  expect(ofToken).toMatchObject({ transactions: 1, toItself: 0, withoutFigure: 0 });
  // Of a token an amount counts, whatever it is worth.
  const ofNine = await cache.readWalletFlows({ address: own, tokenId: '9' });
  expect(ofNine).toMatchObject({ transactions: 3, withoutFigure: 2 });
});
