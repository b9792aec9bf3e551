import type { Json } from '../../../../preload/contract/json.ts';
import type { CacheStore } from '../../../../main/store/store.ts';

/** The address that mints come from and burns go to. */
export const nobody = `0x${'0'.repeat(40)}`;

/** Caches transactions: transfers of token 7 on Ethereum, unless their members say otherwise. */
export async function writeTransactions(
  cache: CacheStore,
  transactions: readonly Record<string, Json>[],
): Promise<void> {
  for (const [index, members] of transactions.entries()) {
    const record = {
      id: `1-0x${index.toString()}-0-1`,
      token_id: 7,
      token: { id: '7', address: '0xtoken', network_name: 'Ethereum' },
      asset: { id: '1', name: 'A fund' },
      transaction_type: { id: 3, slug: 'transfer', name: 'Transfer' },
      ...members,
    };
    await cache.writeRecord({ resource: 'transactions', record, fetchedAt: 1, request: '/v4/transactions' });
  }
}
