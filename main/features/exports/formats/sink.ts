import { createHash, type Hash } from 'node:crypto';
import { fsyncSync, writeSync } from 'node:fs';

const bufferedBytes = 1 << 20;

export interface Sink {
  readonly bytes: number;
  writeText(text: string): void;
  /** Takes bytes; the caller may change them afterwards. */
  write(bytes: Uint8Array): void;
}

/** An open file with its SHA-256, or text in memory. For threads: every call blocks on the disk. */
export class FileSink implements Sink {
  readonly #file: number | null;
  readonly #held: Buffer[] = [];
  readonly #hash: Hash = createHash('sha256');
  readonly #buffer = Buffer.allocUnsafe(bufferedBytes);
  #used = 0;
  #bytes = 0;

  constructor(file: number | null) {
    this.#file = file;
  }

  get bytes(): number {
    return this.#bytes + this.#used;
  }

  writeText(text: string): void {
    // A UTF-16 unit takes three bytes at most.
    if (text.length * 3 <= bufferedBytes - this.#used) {
      this.#used += this.#buffer.write(text, this.#used, 'utf8');
      return;
    }
    this.write(Buffer.from(text, 'utf8'));
  }

  write(bytes: Uint8Array): void {
    if (bytes.byteLength > bufferedBytes - this.#used) this.#flush();
    if (bytes.byteLength > bufferedBytes) {
      this.#put(bytes);
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.byteLength;
  }

  /** Flushes to disk. The SHA-256 is hexadecimal; `text` is empty for a file. */
  finish(): { bytes: number; sha256: string; text: string } {
    this.#flush();
    if (this.#file !== null) fsyncSync(this.#file);
    const text = Buffer.concat(this.#held).toString('utf8');
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex'), text };
  }

  #flush(): void {
    if (this.#used === 0) return;
    this.#put(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #put(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    if (this.#file === null) this.#held.push(Buffer.from(bytes));
    else for (let from = 0; from < bytes.byteLength;) from += writeSync(this.#file, bytes, from);
    this.#bytes += bytes.byteLength;
  }
}
