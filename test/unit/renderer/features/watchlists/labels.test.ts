import { describe, expect, it } from 'vitest';
import { catalogueFields } from '../../../../../renderer/query/fields.ts';
import { rulesText } from '../../../../../renderer/features/watchlists/labels.ts';

const fields = catalogueFields('transactions');
const wallet = { address: '0xab', chain: 'evm', side: 'either' } as const;

describe('the rules of a list in words', () => {
  it('say the filter and whose transactions', () => {
    const filter = { field: 'usd_amount', operator: 'gte', value: 1_000_000 };
    expect(rulesText({ query: { filter }, wallets: [] }, fields)).toMatch(/^Transactions .*\$1m/i);
    expect(rulesText({ query: {}, wallets: [wallet, { ...wallet, address: '0xcd' }] }, fields)).toBe(
      'All transactions of 2 wallets',
    );
    const labelOf = (): string => 'Treasury';
    expect(rulesText({ query: {}, wallets: [wallet] }, fields, { labelOf })).toBe(
      'All transactions of Treasury',
    );
  });
});
