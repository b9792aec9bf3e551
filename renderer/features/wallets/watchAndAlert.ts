import type { AlertRule } from '../../../preload/contract/alerts.ts';
import type { Failure } from '../../../preload/contract/failures.ts';
import { isGroup } from '../../../preload/contract/query.ts';
import { walletKey } from '../../../preload/contract/walletAddresses.ts';
import type { Watchlist, WatchlistState } from '../../../preload/contract/watchlists.ts';
import type { AppState } from '../../app/app.svelte.ts';
import { ask } from '../../bridge.ts';
import { fullFigure } from '../../format/numbers.ts';
import { shortenMiddle } from '../../format/text.ts';

/** Returns the watchlists that an address is in. */
export function listsOf(states: readonly WatchlistState[], address: string): readonly Watchlist[] {
  const key = walletKey(address);
  return states
    .map(({ list }) => list)
    .filter(({ wallets }) => wallets.some((wallet) => walletKey(wallet.address) === key));
}

/** True for a rule that each transaction of more than so many dollars meets. */
export function isFilterAboveDollars(rule: AlertRule, above: number): boolean {
  const filter = rule.kind === 'transaction' ? rule.query.filter : undefined;
  return (
    filter !== undefined &&
    !isGroup(filter) &&
    filter.field === 'usd_amount' &&
    filter.operator === 'gt' &&
    filter.value === above
  );
}

/**
 * Watches an address in a list of its own, which is made where there is none, with an alert for each transaction of more than `above`
 * dollars. Returns why that failed, or null.
 */
export async function watchAndAlert(
  app: AppState,
  { address, connectionId, above }: { address: string; connectionId: string; above: number },
): Promise<Failure | null> {
  const label = app.labels.ofAddress(address) ?? '';
  const name = label === '' ? `Wallet ${shortenMiddle(address, 6, 4)}` : label;
  let listId = listsOf(app.watch.lists ?? [], address).find(
    ({ wallets, query }) => wallets.length === 1 && query.filter === undefined,
  )?.id;
  if (listId === undefined) {
    const read = await ask(() => app.bridge.readWallets({ text: address }));
    if (!read.ok) return read.failure;
    const [wallet] = read.value.wallets;
    if (wallet === undefined)
      return {
        code: 'bad-arguments',
        message: read.value.faults[0]?.message ?? 'This is not a wallet address.',
      };
    const saved = await app.watch.save({
      connectionId,
      name,
      color: 'blue',
      note: '',
      on: true,
      importance: 'normal',
      query: {},
      wallets: [{ ...wallet, label }],
    });
    if (!saved.ok) return saved.failure;
    listId = saved.value.id;
  }
  const alert = await app.watch.saveAlert({
    connectionId,
    name: `${name}: above ${fullFigure(above, { unit: 'dollar' })}`,
    on: true,
    rule: {
      kind: 'transaction',
      listId,
      query: { filter: { field: 'usd_amount', operator: 'gt', value: above } },
    },
  });
  return alert.ok ? null : alert.failure;
}
