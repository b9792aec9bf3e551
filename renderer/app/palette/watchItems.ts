import ArrowRightLeft from '@lucide/svelte/icons/arrow-right-left';
import Eye from '@lucide/svelte/icons/eye';
import Wallet from '@lucide/svelte/icons/wallet';
import { isAddress } from '../../../preload/contract/walletAddresses.ts';
import { plural } from '../../format/numbers.ts';
import { shortenMiddle } from '../../format/text.ts';
import type { AppState } from '../app.svelte.ts';
import { transactionsOf } from '../location.ts';
import type { PaletteItem } from './items.ts';

/** The user's watchlists, those with news first. */
export function watchItems(app: AppState): PaletteItem[] {
  return (app.watch.lists ?? [])
    .toSorted((a, b) => b.unread - a.unread || a.list.name.localeCompare(b.list.name))
    .map(({ list, unread }) => ({
      key: `watchlist-${list.id}`,
      group: 'Watchlists',
      label: list.name,
      detail: unread === 0 ? 'Watchlist' : `${plural(unread, 'unread', 'unread')}`,
      words: list.note,
      icon: Eye,
      run: () => app.navigation.go({ view: 'watchlist', id: list.id }),
    }));
}

/** What can be done with an address that was typed or pasted: its transactions come first. */
export function walletItems(app: AppState, typed: string): PaletteItem[] {
  const address = typed.trim();
  if (!isAddress(address)) return [];
  const short = shortenMiddle(address, 8, 6);
  return [
    {
      key: 'address-transactions',
      group: 'Address',
      label: `Transactions of ${short}`,
      icon: ArrowRightLeft,
      found: true,
      run: () => app.navigation.go(transactionsOf(address)),
    },
    {
      key: 'watch-wallet',
      group: 'Address',
      label: `Watch the wallet ${short}`,
      icon: Eye,
      found: true,
      run: () => void app.watchWallet(address),
    },
    {
      key: 'open-wallet',
      group: 'Address',
      label: `Open the wallet ${short}`,
      icon: Wallet,
      found: true,
      run: () => app.navigation.go({ view: 'wallet', address }),
    },
  ];
}
