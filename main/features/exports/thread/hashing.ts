import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';

const blockBytes = 1 << 20;

export interface HashingOptions {
  /** Called after each block with the bytes so far, and in all. */
  readonly onProgress: (done: number, total: number) => void;
  /** Throws where the work was cancelled. */
  readonly checkStopped: () => void;
}

/** The SHA-256 of an exported file in hexadecimal digits. */
export function sha256OfExport(path: string, { onProgress, checkStopped }: HashingOptions): string {
  const block = Buffer.allocUnsafe(blockBytes);
  const total = statSync(path).size;
  let done = 0;
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
      hash.update(block.subarray(0, read));
      done += read;
      checkStopped();
      onProgress(done, total);
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
