import { describe, expect, it } from 'vitest';
import { makeNetworks } from '../../../../../main/sample-service/data/parties.ts';
import { makeTransactionIds } from '../../../../../main/sample-service/data/addresses.ts';

describe('ids of transactions', () => {
  it('are all different', () => {
    const networks = makeNetworks(1, 40);
    const count = 3000;
    const ids = makeTransactionIds(1, count);
    const made = Array.from({ length: count }, (_, number) => {
      const network = networks[(number * 7) % networks.length];
      if (network === undefined) throw new Error('There is no such network.');
      return ids.make(number, network, number % 3);
    });
    expect(new Set(made.map(({ id }) => id)).size).toBe(count);
  });

  it('have the form of their network, and the same hash for movements of one transaction', () => {
    const networks = makeNetworks(1, 15);
    const ids = makeTransactionIds(2, 10);
    const forms: Readonly<Record<number, RegExp>> = {
      1: /^0x[0-9a-f]{64}$/,
      2: /^[1-9A-HJ-NP-Za-km-z]{88}$/,
      9: /^[0-9a-f]{64}$/,
      46: /^[0-9a-f]{64}$/,
      38: /^0x[0-9a-f]{64}$/,
    };
    for (const network of networks) {
      const [first, second] = [ids.make(4, network, 0), ids.make(4, network, 1)];
      expect(second.hash).toBe(first.hash);
      expect(first.id).toMatch(new RegExp(`^${network.id.toString()}-${first.hash}-\\d+-0$`));
      expect(second.id).toBe(first.id.replace(/0$/, '1'));
      expect(first.hash).toMatch(forms[network.id] ?? /./);
    }
  });
});
