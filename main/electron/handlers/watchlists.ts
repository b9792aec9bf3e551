import type { watchlistCalls } from '../../../preload/contract/watchlists.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import { decodeText, readPlainFile, type FileText } from '../../platform/system/textFile.ts';
import { chooseFileToOpen } from '../ask.ts';
import type { HandlerContext } from './context.ts';

const maxFileBytes = 5_000_000;

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
      const { text, note } = await readSmallFile(path);
      return { note, ...(await readWallets(text)) };
    },
  };
}

async function readSmallFile(path: string): Promise<FileText> {
  try {
    return decodeText(await readPlainFile(path, { maxBytes: maxFileBytes }));
  } catch (error) {
    const message =
      error instanceof RangeError
        ? `${error.message}. Choose a file with wallets alone.`
        : 'The file could not be read. Choose another one.';
    throw new FailureError({ code: 'file', message, detail: path }, { cause: error });
  }
}
