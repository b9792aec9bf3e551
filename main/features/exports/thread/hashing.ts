import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { sha256OfParts } from '../formats/partitionedParquet.ts';

const blockBytes = 1 << 20;

export interface HashingOptions {
  /** Called after each block with the bytes so far, and in all. */
  readonly onProgress: (done: number, total: number) => void;
  /** Throws where the work was cancelled. */
  readonly checkStopped: () => void;
}

/** The SHA-256 of an exported file in hexadecimal digits; of a folder with a file for each day that of the list of its files. */
export function sha256OfExport(path: string, options: HashingOptions): string {
  if (!statSync(path).isDirectory()) return makeHasher(statSync(path).size, options)(path);
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, stat: statSync(join(path, name)) }))
    .filter(({ stat }) => stat.isFile());
  const hash = makeHasher(
    files.reduce((sum, { stat }) => sum + stat.size, 0),
    options,
  );
  return sha256OfParts(
    files.map(({ name }) => ({ path: name.split(sep).join('/'), sha256: hash(join(path, name)) })),
  );
}

function makeHasher(total: number, { onProgress, checkStopped }: HashingOptions): (path: string) => string {
  const block = Buffer.allocUnsafe(blockBytes);
  let done = 0;
  return (path) => {
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
  };
}
