import { expect, it } from 'vitest';
import type { Json } from '../../../../preload/contract/json.ts';
import { tokenFilter } from '../../../../preload/contract/wallets.ts';
import { nobody, writeTransactions } from './testTransactions.ts';
import { newCache } from '../../../support/newStore.ts';

/** What the cached transactions tell of a token, on real SQLite. */

const ann = '0x00000000000000000000000000000000000000Ab';
const bob = '0x00000000000000000000000000000000000000cd';

const mint = { transaction_type: { id: 1, slug: 'token-mint', name: 'Mint' } };
const burn = { transaction_type: { id: 2, slug: 'token-burn', name: 'Burn' } };

it('sums up a token by mints, burns, transfers and positions, whatever case its records spell addresses in', async () => {
  const cache = await newCache();
  await writeTransactions(cache, [
    {
      ...mint,
      timestamp: '2026-03-01T10:00:00Z',
      from_address: nobody,
      to_address: ann,
      amount: 100,
      usd_amount: 110,
    },
    // Some networks name nobody at all.
    {
      ...mint,
      timestamp: '2026-03-01T11:00:00Z',
      from_address: null,
      to_address: bob,
      amount: 5,
      usd_amount: null,
    },
    {
      timestamp: '2026-03-01T12:00:00Z',
      from_address: ann.toLowerCase(),
      to_address: bob,
      amount: 30,
      usd_amount: 33,
    },
    // To itself: moves nothing.
    { timestamp: '2026-03-02T12:00:00Z', from_address: ann, to_address: ann, amount: 2, usd_amount: 2 },
    {
      ...burn,
      timestamp: '2026-03-03T00:00:00Z',
      from_address: `0x${bob.slice(2).toUpperCase()}`,
      to_address: nobody,
      amount: 35,
      usd_amount: 38.5,
    },
    // Another token.
    {
      token_id: 8,
      timestamp: '2026-03-04T00:00:00Z',
      from_address: ann,
      to_address: bob,
      amount: 1,
      usd_amount: 1,
    },
  ]);
  const activity = await cache.readTokenActivity(7);
  expect(activity).toEqual({
    transactions: 5,
    unpriced: 1,
    firstAt: Date.UTC(2026, 2, 1, 10),
    lastAt: Date.UTC(2026, 2, 3),
    completeAsOf: null,
    token: { address: '0xtoken', network: 'Ethereum' },
    minted: { count: 2, amount: 105, dollars: 110 },
    burned: { count: 1, amount: 35, dollars: 38.5 },
    transferred: { count: 2, amount: 32, dollars: 35 },
    netMinted: { amount: 70, dollars: 71.5 },
    days: [
      { day: '2026-03-01', dollars: 143, in: 110, out: 0 },
      { day: '2026-03-02', dollars: 2, in: 0, out: 0 },
      { day: '2026-03-03', dollars: 38.5, in: 0, out: 38.5 },
    ],
    holders: [
      { address: ann, received: 102, sent: 32, net: 70, netDollars: 77, transactions: 3 },
      { address: bob, received: 35, sent: 35, net: 0, netDollars: -5.5, transactions: 3 },
    ],
    holderCount: 1,
    addressCount: 2,
  });
  expect(await cache.readTokenActivity('7')).toEqual(activity);
});

it('lists the largest 200 positions of a token, and counts no holder for the rounding error of doubles', async () => {
  const cache = await newCache();
  const address = (index: number): string => `0x${(index + 1).toString(16).padStart(40, '0')}`;
  const moves = Array.from({ length: 230 }, (_, index) => ({
    ...mint,
    timestamp: '2026-03-01T10:00:00Z',
    from_address: null,
    to_address: address(index),
    amount: index + 1,
    usd_amount: 1,
  }));
  const dust = (from: Json, to: Json, amount: number): Record<string, Json> => ({
    timestamp: '2026-03-02T10:00:00Z',
    from_address: from,
    to_address: to,
    amount,
    usd_amount: amount,
  });
  const last = address(999);
  // 0.1 and 0.2 less 0.3 is 2.8e-17 in doubles.
  const all = [...moves, dust(null, last, 0.1), dust(null, last, 0.2), dust(last, address(0), 0.3)];
  await writeTransactions(cache, all);
  expect((await cache.readWallet({ address: last })).positions).toMatchObject([
    { received: 0.3, sent: 0.3, net: 0, netDollars: 0 },
  ]);
  const { holders, holderCount, addressCount, minted } = await cache.readTokenActivity(7);
  expect(minted.amount).toBe((230 * 231) / 2);
  expect(holders.map(({ net }) => net)).toEqual(Array.from({ length: 200 }, (_, index) => 230 - index));
  expect([holderCount, addressCount]).toEqual([230, 231]);
});

it('dates the activity of a token by the sync of all its transactions, and leaves other tokens without a date', async () => {
  const cache = await newCache();
  const subject = { resource: 'transactions', filter: tokenFilter('7') } as const;
  await cache.syncs.begin({ ...subject, startedAt: 5, perPage: 100 });
  await cache.syncs.finish({ ...subject, now: 6 });
  expect(await cache.readTokenActivity(7)).toMatchObject({
    transactions: 0,
    firstAt: null,
    token: null,
    holders: [],
    completeAsOf: 5,
  });
  expect((await cache.readTokenActivity(8)).completeAsOf).toBeNull();
});
