import { closeSync, readSync, rmSync, writeSync } from 'node:fs';
import { isJsonObject } from '../../../../preload/contract/json.ts';
import { openWorkFile } from '../../../platform/system/workFolder.ts';
import { ExtraFields, type ExtraFound } from '../extraFields.ts';

/**
 * Spools records in a file until the last one has come, when their columns are known. The open file has no
 * name, so nothing remains of it, however the process ends.
 */
export class SpooledRecords {
  readonly #file: number;
  readonly #further: ExtraFields;
  readonly #lengths: number[] = [];

  constructor(path: string, known: readonly string[]) {
    this.#file = openWorkFile(path, 'wx+');
    rmSync(path);
    this.#further = new ExtraFields(known);
  }

  add(text: string): void {
    const records: unknown = JSON.parse(text);
    if (!Array.isArray(records) || !records.every(isJsonObject)) throw new TypeError('Records are objects.');
    for (const record of records) this.#further.add(record);
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written);
    this.#lengths.push(bytes.length);
  }

  found(): ExtraFound {
    return this.#further.found();
  }

  *texts(): Generator<string> {
    let position = 0;
    for (const length of this.#lengths) {
      const bytes = Buffer.allocUnsafeSlow(length);
      for (let read = 0; read < length;)
        read += readSync(this.#file, bytes, read, length - read, position + read);
      position += length;
      yield bytes.toString('utf8');
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
