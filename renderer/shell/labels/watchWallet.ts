import type { AppState } from '../app.svelte.ts';
import { ask } from '../../bridge.ts';
import { addressName } from '../../format/addresses.ts';
import { labelsOf } from './labels.svelte.ts';

/** Names the list after the address's label. */
export async function watchWallet(app: AppState, address: string): Promise<void> {
  const result = await ask(() => app.bridge.readWallets({ text: address }));
  const [wallet] = result.ok ? result.value.wallets : [];
  if (wallet === undefined) {
    const error = result.ok ? result.value.errors[0]?.message : result.failure.message;
    app.messages.say(error ?? 'This is not a wallet address.');
    return;
  }
  const name = labelsOf(app).ofAddress(address) ?? `Wallet ${addressName(address)}`;
  app.navigation.go({ view: 'newWatchlist', begin: { name, wallets: [wallet] } });
}
