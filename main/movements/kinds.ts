import { movementOf, type TransactionKind } from '../../preload/contract/transactionKinds.ts';
import { walletKey } from '../../preload/contract/walletAddresses.ts';
import type { SqlDatabase } from '../store/query/database.ts';

/** A kind is stored as its index. */
export const storedKinds: readonly TransactionKind[] = ['other', 'mint', 'burn'];

/** Adds SQL functions that identify mints, burns and addresses, consistent with the sums in this process. */
export function installKinds(database: SqlDatabase): void {
  const options = { deterministic: true, directOnly: true };
  database.function('rwa_kind', options, (slug, from, to, token) =>
    storedKinds.indexOf(movementOf({ slug, from, to, token }).kind),
  );
  database.function('rwa_wallet_key', options, (address) =>
    typeof address === 'string' && address !== '' ? walletKey(address) : null,
  );
}

/** SQL of the stored kind of the transaction in the row `r` with the body `b`. */
export const rowKindSql = `rwa_kind(b.content ->> '$.transaction_type.slug', r."from_address", r."to_address", b.content ->> '$.token.address')`;
