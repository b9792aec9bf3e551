import { describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import type { ChainForm } from '../../../../../preload/contract/walletAddresses.ts';
import { connectionId, openTestWatch, transaction, where } from './testWatch.ts';

/** Mints and burns in each form in which the service writes them. Rule: service notes, "Records". */

const issuer = 'GBFENMWC4LV4UWI3NSXWQRASYGCRT52AYAQT6J5PYCKVIGBQZ56SJAFL';

interface Form {
  readonly network: string;
  readonly chain: ChainForm;
  readonly holder: string;
  readonly other: string;
  readonly token: string;
  /** The sender of mints, and the recipient of burns. */
  readonly minter: string | null;
  readonly burner: string | null;
}

const forms: readonly Form[] = [
  {
    network: 'Ethereum',
    chain: 'evm',
    holder: '0xa11ce00000000000000000000000000000000001',
    other: '0xb0b0000000000000000000000000000000000002',
    token: '0x1111000000000000000000000000000000000003',
    minter: `0x${'0'.repeat(40)}`,
    burner: `0x${'0'.repeat(40)}`,
  },
  {
    network: 'Solana',
    chain: 'solana',
    holder: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    other: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
    token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    minter: null,
    burner: null,
  },
  {
    network: 'XRP Ledger',
    chain: 'xrpl',
    holder: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
    other: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN',
    token: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
    minter: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
    burner: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
  },
  {
    network: 'Stellar',
    chain: 'stellar',
    holder: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
    other: 'GCEZWKCA5VLDNRLN3RPRJMRZOX3Z6G5CHCGSNFHEYVXM3XOJMDS674JZ',
    token: `BENJI-${issuer}-1`,
    minter: issuer,
    burner: null,
  },
];

/** A mint of 1,000 to the holder, a transfer of 300 to another, and a burn of 200. */
function transactionsOf({ holder, other, token, minter, burner }: Form, typed = true): ResourceRecord[] {
  const typeOf = (slug: string): string | null => (typed ? slug : null);
  return [
    transaction({ id: 'mint', dollars: 1000, from: minter, to: holder, type: typeOf('token-mint') }),
    transaction({ id: 'move', dollars: 300, from: holder, to: other, type: typeOf('token-transfer') }),
    transaction({ id: 'burn', dollars: 200, from: holder, to: burner, type: typeOf('token-burn') }),
  ].map((record) => ({ ...record, token: { id: '1', address: token } }));
}

describe.each(forms)('mints and burns on $network', (form) => {
  const wallets = [{ address: form.holder, chain: form.chain, side: 'either' as const }];
  const other = { address: form.other, from: { count: 0, dollars: 0 }, to: { count: 1, dollars: 300 } };

  it.each([true, false])('are summed up as such, with a type in the record: %s', async (typed) => {
    await using test = await openTestWatch();
    const list = await test.synced({ wallets });
    await test.take(transactionsOf(form, typed));
    const figures = await test.watch.calls.getWatchlistFigures({ listId: list.id });
    expect(figures).toMatchObject({
      count: 3,
      minted: { count: 1, dollars: 1000 },
      burned: { count: 1, dollars: 200 },
      netMinted: 800,
      wallets: [{ in: { count: 1, dollars: 1000 }, out: { count: 2, dollars: 500 }, net: 500 }],
      days: [{ minted: 1000, burned: 200, in: 1000, out: 500 }],
    });
    // Nobody is no counterparty.
    expect(figures.counterparties).toEqual([{ ...other, dollars: 300 }]);
  });

  it('are no parties of a list without wallets', async () => {
    await using test = await openTestWatch();
    const list = await test.synced({ query: where('asset_id', 'equals', 1) });
    await test.take(transactionsOf(form));
    const { counterparties } = await test.watch.calls.getWatchlistFigures({ listId: list.id });
    expect(counterparties.map(({ address }) => address).sort()).toEqual([form.holder, form.other].sort());
  });

  it('neither leave nor enter the issuer’s wallet, in figures and in alerts', async () => {
    const address = form.minter ?? form.other;
    await using test = await openTestWatch();
    const list = await test.synced({
      wallets: [{ address, chain: form.chain, side: 'either' as const }],
    });
    test.now += 1000;
    const rule = {
      kind: 'sum',
      listId: list.id,
      moreThan: 50,
      hours: 24,
      wallet: address,
      direction: 'out',
    } as const;
    await test.watch.calls.saveAlert({ content: { connectionId, name: 'Out', on: true, rule } });
    await test.take(transactionsOf(form));
    expect(test.fired).toEqual([]);
    const { wallets: flows } = await test.watch.calls.getWatchlistFigures({ listId: list.id });
    expect(flows[0]?.out).toEqual({ count: 0, dollars: 0 });
  });
});
