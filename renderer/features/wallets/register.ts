import Activity from '@lucide/svelte/icons/activity';
import ArrowRightLeft from '@lucide/svelte/icons/arrow-right-left';
import Eye from '@lucide/svelte/icons/eye';
import Wallet from '@lucide/svelte/icons/wallet';
import { isAddress } from '../../../preload/contract/walletAddresses.ts';
import type { Register } from '../../shell/app.svelte.ts';
import { transactionsOf } from '../../shell/location.ts';
import type { Views } from '../../shell/view.ts';
import { shortAddress, typedAddress } from '../../format/addresses.ts';
import { shortenMiddle } from '../../../preload/contract/shorten.ts';
import { recordActions } from './recordActions.ts';
import { labelsOf } from '../../shell/labels/labels.svelte.ts';
import { watchWallet } from '../../shell/labels/watchWallet.ts';

export const views: Pick<Views, 'wallet' | 'walletPair' | 'tokenActivity'> = {
  wallet: {
    title: ({ address }) => `Wallet ${shortAddress(address)}`,
    icon: Wallet,
    load: () => import('./Wallet.svelte'),
  },
  walletPair: {
    title: ({ address, other }) => `Between ${shortAddress(address)} and ${shortAddress(other)}`,
    icon: ArrowRightLeft,
    load: () => import('./WalletPair.svelte'),
  },
  tokenActivity: {
    title: ({ id }) => `Activity of token ${shortenMiddle(String(id), 16, 8)}`,
    icon: Activity,
    load: () => import('./TokenActivity.svelte'),
  },
};

export const register: Register = (app) => ({
  recordActions: (chosen) => recordActions(app, chosen),
  titleOf(location) {
    const labels = labelsOf(app);
    if (location.view === 'wallet') return labels.ofAddress(location.address);
    if (location.view === 'tokenActivity')
      return `Activity of ${app.names.titleOf({ resource: 'tokens', id: location.id })}`;
    if (location.view !== 'walletPair') return undefined;
    const [one, other] = [location.address, location.other].map(
      (address) => labels.ofAddress(address) ?? shortAddress(address),
    );
    return `Between ${one} and ${other}`;
  },
  /** Actions for a typed address; its transactions first. */
  paletteItems(typed) {
    const address = typed.trim();
    if (!isAddress(address)) return [];
    const short = typedAddress(address);
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
        run: () => void watchWallet(app, address),
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
  },
});
