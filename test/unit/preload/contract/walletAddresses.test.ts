import { describe, expect, it } from 'vitest';
import { walletConditions, watchlistFilter } from '../../../../preload/contract/watchlists.ts';
import { checksummed, walletSpellings } from '../../../../preload/contract/walletAddresses.ts';

/** Examples of ERC-55. */
const examples = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('the spellings of an address', () => {
  it.each(examples)(
    'are in small letters, in capital ones and with the checksum, in whichever %s was entered',
    (address) => {
      const small = address.toLowerCase();
      const capital = `0x${small.slice(2).toUpperCase()}`;
      expect(checksummed(small)).toBe(address);
      for (const entered of [address, small, capital])
        expect(new Set(walletSpellings(entered))).toEqual(new Set([address, small, capital]));
    },
  );

  it('are one if the case matters, and two for an Aptos address in capital letters', () => {
    expect(walletSpellings('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')).toHaveLength(1);
    const aptos = `0x${'AB'.repeat(32)}`;
    expect(walletSpellings(aptos)).toEqual([aptos, aptos.toLowerCase()]);
  });

  it('are all requested, on the side that is watched', () => {
    const [, , mixed = ''] = examples;
    expect(walletConditions([{ address: mixed.toLowerCase(), side: 'from' }])).toEqual([
      {
        field: 'from_address',
        operator: 'in',
        value: [mixed.toLowerCase(), mixed, `0x${mixed.slice(2).toUpperCase()}`],
      },
    ]);
  });

  it('are all requested, however many wallets there are', () => {
    const wallets = Array.from({ length: 400 }, (_, at) => ({
      address: `0x${(at + 1).toString(16).padStart(40, 'ab')}`,
      chain: 'evm' as const,
      side: 'from' as const,
    }));
    const asked = JSON.stringify(watchlistFilter({ query: {}, wallets }));
    for (const { address } of wallets)
      for (const spelling of [address, checksummed(address), `0x${address.slice(2).toUpperCase()}`])
        expect(asked).toContain(`"${spelling}"`);
  });
});
