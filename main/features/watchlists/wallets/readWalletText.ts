import type { WalletsRead } from '../../../../preload/contract/watchlists.ts';
import { onThread } from '../../../platform/threads/thread.ts';
import { readWallets } from './readWallets.ts';
import type { WalletCalls } from './worker.ts';

/** What is read in a few milliseconds. */
const shortText = 20_000;

/** Reads wallets as `readWallets` does: a long text on a thread of its own, so that nobody waits for it. */
export async function readWalletText(text: string, workerUrl: URL): Promise<WalletsRead> {
  if (text.length <= shortText) return readWallets(text);
  return onThread<WalletCalls, WalletsRead>(workerUrl, 'wallets', (thread) =>
    thread.call('readWallets', text),
  );
}
