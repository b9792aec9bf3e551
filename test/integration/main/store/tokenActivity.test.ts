import { expect, it } from 'vitest';
import type { Json } from '../../../../preload/contract/json.ts';
import { tokenFilter } from '../../../../preload/contract/wallets.ts';
import { writeTransactions } from './testTransactions.ts';
import { newCache } from '../../../support/newStore.ts';
import { wholeProof } from '../../../support/wholeProof.ts';

/** What the cached transactions tell of a token, on real SQLite. */

const mint = { transaction_type: { id: 1, slug: 'token-mint', name: 'Mint' } };

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
  await cache.syncs.finish({ ...subject, now: 6, ...wholeProof });
  expect(await cache.readTokenActivity(7)).toMatchObject({
    transactions: 0,
    firstAt: null,
    token: null,
    holders: [],
    completeAsOf: 5,
  });
  expect((await cache.readTokenActivity(8)).completeAsOf).toBeNull();
});
