import { FailureError, errorCode } from '../../../../preload/contract/failures.ts';
import { startThread, type Thread } from '../../../platform/threads/thread.ts';
import { fileFailure } from '../wholeFile.ts';
import type { ExportCalls } from './worker.ts';
import type { Progress } from './exportWriter.ts';

export interface ExportThread extends Pick<Thread<ExportCalls>, 'call'> {
  end(): Promise<void>;
}

interface ExportThreadOptions {
  readonly workerUrl: URL;
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Blocks are short-lived; the rest is small. */
const limits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

export function startExportThread({
  workerUrl,
  path,
  signal,
  onProgress,
}: ExportThreadOptions): ExportThread {
  const thread = startThread<ExportCalls>(workerUrl, {
    name: 'export',
    limits,
    signal,
    onNotice(notice) {
      if (isProgress(notice)) onProgress(notice);
    },
  });
  return {
    call: (name, ...args) =>
      thread.call(name, ...args).catch((error: unknown) => {
        if (!/^E[A-Z]+$|^unknown/i.test(errorCode(error))) throw error;
        throw new FailureError(fileFailure(error, path), { cause: error });
      }),
    async end() {
      thread.cancel('all');
      await thread.end();
    },
  };
}

function isProgress(notice: unknown): notice is Progress {
  return typeof notice === 'object' && notice !== null && 'bytes' in notice;
}
