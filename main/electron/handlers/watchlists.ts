import { readFile, stat } from 'node:fs/promises';
import type { watchlistCalls } from '../../../preload/contract/watchlists.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { chooseFileToOpen } from '../ask.ts';
import type { HandlerContext } from './context.ts';

/** Larger files are no lists of wallets. */
const maxFileBytes = 5_000_000;

/** Reading wallets from text and files. */
export function watchlistHandlers({
  services: { readWallets },
}: HandlerContext): HandlersOf<Pick<typeof watchlistCalls, 'readWallets' | 'importWallets'>> {
  return {
    readWallets: ({ text }) => readWallets(text),
    async importWallets() {
      const path = await chooseFileToOpen({
        title: 'Import wallets',
        properties: ['openFile'],
        filters: [{ name: 'CSV or text', extensions: ['csv', 'txt', 'tsv'] }],
      });
      if (path === null) return null;
      return { path, ...(await readWallets(await readSmallFile(path))) };
    },
  };
}

async function readSmallFile(path: string): Promise<string> {
  try {
    if ((await stat(path)).size <= maxFileBytes) return await readFile(path, 'utf8');
  } catch (error) {
    throw new FailureError(
      { code: 'file', message: 'The file could not be read. Choose another one.', detail: path },
      { cause: error },
    );
  }
  throw new FailureError({
    code: 'file',
    message: 'The file is larger than 5 MB. Choose a file with wallets alone.',
    detail: path,
  });
}
