import type { AlertRule } from '../../../preload/contract/alerts.ts';
import type { Failure, Result } from '../../../preload/contract/failures.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { isGroup, type Filter } from '../../../preload/contract/query.ts';
import { walletKey } from '../../../preload/contract/walletAddresses.ts';
import { tokenFilter, walletFilter, type WalletAddresses } from '../../../preload/contract/wallets.ts';
import type { Watchlist, WatchlistContent, WatchlistState } from '../../../preload/contract/watchlists.ts';
import type { AppState } from '../../shell/app.svelte.ts';
import { ask } from '../../bridge.ts';
import { fullFigure } from '../../format/numbers.ts';
import { addressName } from '../../format/addresses.ts';
import { labelsOf } from '../../shell/labels/labels.svelte.ts';
import { watchOf } from '../watchlists/public.ts';

export interface Watched {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly isIn: (list: Watchlist) => boolean;
  readonly rules: () => Promise<Result<Pick<WatchlistContent, 'query' | 'wallets'>>>;
}

export function watchedWallet(app: AppState, address: string): Watched {
  const key = walletKey(address);
  return {
    name: labelsOf(app).ofAddress(address) ?? `Wallet ${addressName(address)}`,
    addresses: [address],
    isIn: ({ wallets }) => wallets.some((wallet) => walletKey(wallet.address) === key),
    rules: async () => {
      const read = await ask(() => app.bridge.readWallets({ text: address }));
      if (!read.ok) return read;
      const [wallet] = read.value.wallets;
      if (wallet !== undefined) return { ok: true, value: { query: {}, wallets: [wallet] } };
      const message = read.value.errors[0]?.message ?? 'This is not a wallet address.';
      return { ok: false, failure: { code: 'bad-arguments', message } };
    },
  };
}

export function watchedToken(id: string | number, name: string): Watched {
  return {
    name,
    addresses: [],
    isIn: ({ query: { filter } }) => filter !== undefined && asksForToken(filter, String(id)),
    rules: () => Promise.resolve({ ok: true, value: { query: { filter: tokenFilter(id) }, wallets: [] } }),
  };
}

/** Transactions between two addresses in either direction. */
export function watchedPair(
  { address, other }: Readonly<Record<keyof WalletAddresses, string>>,
  name: string,
): Watched {
  const orders = [
    { address, other },
    { address: other, other: address },
  ].map((pair) => canonicalJson(walletFilter(pair)));
  return {
    name,
    addresses: [address, other],
    isIn: ({ query: { filter } }) => orders.includes(canonicalJson(filter)),
    rules: () =>
      Promise.resolve({
        ok: true,
        value: { query: { filter: walletFilter({ address, other }) }, wallets: [] },
      }),
  };
}

function asksForToken(filter: Filter, id: string): boolean {
  if (isGroup(filter))
    return filter.operator === 'and' && filter.filters.some((part) => asksForToken(part, id));
  const { field, operator, value } = filter;
  const wanted = Array.isArray(value) ? value : [value];
  return (
    field === 'token_id' &&
    (operator === 'equals' || operator === 'in') &&
    wanted.some((one) => String(one) === id)
  );
}

export function listsOf(states: readonly WatchlistState[], { isIn }: Watched): readonly Watchlist[] {
  return states.map(({ list }) => list).filter(isIn);
}

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

/** Adds an alert above `above` US dollars, and a watchlist if missing. Returns a failure, or null. */
export async function watchAndAlert(
  app: AppState,
  { watched, connectionId, above }: { watched: Watched; connectionId: string; above: number },
): Promise<Failure | null> {
  const { name } = watched;
  const rules = await watched.rules();
  if (!rules.ok) return rules.failure;
  const { query, wallets } = rules.value;
  let listId = listsOf(watchOf(app).lists ?? [], watched).find(
    (list) =>
      list.wallets.length === wallets.length &&
      canonicalJson(list.query.filter) === canonicalJson(query.filter),
  )?.id;
  if (listId === undefined) {
    const rest = { color: 'blue', note: '', on: true } as const;
    const saved = await watchOf(app).save({ connectionId, name, ...rest, query, wallets });
    if (!saved.ok) return saved.failure;
    listId = saved.value.id;
  }
  const alert = await watchOf(app).saveAlert({
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
