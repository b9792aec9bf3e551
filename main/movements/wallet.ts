import type Database from 'better-sqlite3';
import { walletFilter, type Wallet, type WalletAddresses } from '../../preload/contract/wallets.ts';
import { makeMovePass } from './pass.ts';

const maxCounterparties = 200;

export function makeWalletReader(
  database: Database.Database,
): (addresses: WalletAddresses) => Omit<Wallet, 'completeAsOf'> {
  const addUp = makeMovePass(database);

  return (addresses) => {
    const { totals, sums, positions, tokens, addressOf } = addUp(walletFilter(addresses), addresses.address);
    return {
      ...totals,
      networks: [...new Set(tokens.flatMap(({ network }) => network ?? []))].sort(),
      positions: positions.toSorted(
        (a, b) => Math.abs(b.netDollars) - Math.abs(a.netDollars) || b.transactions - a.transactions,
      ),
      days: sums.days.map(({ day, dollars, in: received, out }) => ({ day, dollars, in: received, out })),
      counterparties: sums
        .largest(maxCounterparties)
        .slice(0, maxCounterparties)
        .map(({ number, from, to }) => ({ address: addressOf(number), in: from, out: to })),
      counterpartyCount: sums.others.length,
    };
  };
}
