import { walletKey } from '../../../preload/contract/walletAddresses.ts';
import type { Wallet } from '../../../preload/contract/watchlists.ts';

const known = new WeakMap<readonly Wallet[], ReadonlyMap<string, string>>();

/** What a list calls its wallets, by `walletKey`; made once for a list, which may have thousands. */
export function walletLabels(wallets: readonly Wallet[]): ReadonlyMap<string, string> {
  const before = known.get(wallets);
  if (before !== undefined) return before;
  const labels = new Map(
    wallets.flatMap(({ address, label }): [string, string][] =>
      label === '' ? [] : [[walletKey(address), label]],
    ),
  );
  known.set(wallets, labels);
  return labels;
}
