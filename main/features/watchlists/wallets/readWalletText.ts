import type { WalletsRead } from '../../../../preload/contract/watchlists.ts';
import { onThread } from '../../../platform/threads/thread.ts';
import { readWallets } from './readWallets.ts';
import type { WalletCalls } from './worker.ts';

/** Read in a few milliseconds. */
const shortText = 20_000;

/** Reads long texts on a thread. */
export async function readWalletText(text: string, workerUrl: URL): Promise<WalletsRead> {
  if (text.length <= shortText) return readWallets(text);
  return onThread<WalletCalls, WalletsRead>(workerUrl, 'wallets', (thread) =>
    thread.call('readWallets', text),
  );
}
