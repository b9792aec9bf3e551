import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FailureError, errorText } from '../../../preload/contract/failures.ts';
import { maxQueryFileBytes, savedQueriesExtension } from '../../../preload/contract/savedQueries.ts';
import { Arriving } from '../../platform/system/arriving.ts';
import { readPlainFile } from '../../platform/system/textFile.ts';

/** Read when the window takes it; the window asks before it saves any queries. */
export class ArrivingFile extends Arriving<string> {
  arriveFrom(argv: readonly string[], workingFolder: string): void {
    const file = argv.find(
      (argument) => !argument.startsWith('-') && argument.toLowerCase().endsWith(`.${savedQueriesExtension}`),
    );
    if (file !== undefined) this.arrive(pathOf(file, workingFolder));
  }

  /** Returns the waiting file once; null for none. Throws `file` if it cannot be read. */
  async read(): Promise<{ name: string; bytes: Uint8Array } | null> {
    const path = this.take();
    if (path === null) return null;
    const name = basename(path);
    try {
      return { name, bytes: await readPlainFile(path, { maxBytes: maxQueryFileBytes }) };
    } catch (error) {
      throw new FailureError({
        code: 'file',
        message: `The file ${name} could not be opened.`,
        detail: errorText(error),
      });
    }
  }
}

/** Desktops pass files as paths, or as `file:///…`. Rule: Desktop Entry Specification, "The Exec key", %U. */
function pathOf(file: string, workingFolder: string): string {
  if (!/^file:/i.test(file)) return resolve(workingFolder, file);
  try {
    return fileURLToPath(file);
  } catch {
    // An address on another computer: reading it fails with a message.
    return file;
  }
}
