import { Worker } from 'node:worker_threads';
import { walletsReadSchema, type WalletsRead } from '../../../../preload/contract/watchlists.ts';
import { readWallets } from './readWallets.ts';

/** What is read in a few milliseconds. */
const shortText = 20_000;

/** Reads wallets as `readWallets` does: a long text on a thread of its own, so that nobody waits for it. */
export function readWalletText(text: string, workerUrl: URL): Promise<WalletsRead> {
  if (text.length <= shortText) return Promise.resolve(readWallets(text));
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl, { workerData: text, name: 'wallets' });
    worker.once('message', (read: unknown) => {
      resolve(walletsReadSchema.parse(read));
    });
    worker.once('error', reject);
  });
}
