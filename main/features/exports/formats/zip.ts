import { constants, crc32, deflateRawSync } from 'node:zlib';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { Sink } from './sink.ts';

/**
 * Writes a ZIP archive part by part, compressed as it comes; only the current part is in memory.
 * Rule: PKWARE APPNOTE 6.3: deflate, sizes in a data descriptor behind each part. Without ZIP64, which
 * spreadsheets do not need.
 */
export class ZipWriter {
  readonly #sink: Sink;
  readonly #start: number;
  readonly #entries: Entry[] = [];
  #open: OpenEntry | null = null;

  constructor(sink: Sink) {
    this.#sink = sink;
    this.#start = sink.bytes;
  }

  get partBytes(): number {
    return this.#open?.size ?? 0;
  }

  openPart(name: string): void {
    this.closePart();
    this.#open = {
      name,
      offset: this.#sink.bytes - this.#start,
      crc: 0,
      size: 0,
      packed: 0,
      buffered: [],
      bufferedLength: 0,
    };
    const bytes = Buffer.from(name, 'utf8');
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(flags, 6);
    header.writeUInt16LE(deflated, 8);
    header.writeUInt32LE(firstDosMoment, 10);
    header.writeUInt16LE(bytes.length, 26);
    this.#sink.write(header);
    this.#sink.write(bytes);
  }

  write(text: string): void {
    const part = this.#open;
    if (part === null) throw new Error('No part of the archive is open.');
    part.buffered.push(text);
    part.bufferedLength += text.length;
    if (part.bufferedLength >= blockLength) this.#pack(part);
  }

  closePart(): void {
    const part = this.#open;
    if (part === null) return;
    this.#pack(part);
    this.#sink.write(emptyLastBlock);
    part.packed += emptyLastBlock.length;
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(part.crc, 4);
    descriptor.writeUInt32LE(fits(part.packed), 8);
    descriptor.writeUInt32LE(fits(part.size), 12);
    this.#sink.write(descriptor);
    this.#entries.push(part);
    this.#open = null;
  }

  end(): void {
    this.closePart();
    const start = this.#sink.bytes - this.#start;
    for (const entry of this.#entries) {
      const name = Buffer.from(entry.name, 'utf8');
      const header = Buffer.alloc(46);
      header.writeUInt32LE(0x02014b50, 0);
      header.writeUInt16LE(20, 4);
      header.writeUInt16LE(20, 6);
      header.writeUInt16LE(flags, 8);
      header.writeUInt16LE(deflated, 10);
      header.writeUInt32LE(firstDosMoment, 12);
      header.writeUInt32LE(entry.crc, 16);
      header.writeUInt32LE(entry.packed, 20);
      header.writeUInt32LE(entry.size, 24);
      header.writeUInt16LE(name.length, 28);
      header.writeUInt32LE(fits(entry.offset), 42);
      this.#sink.write(header);
      this.#sink.write(name);
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(fits(this.#sink.bytes - this.#start - start), 12);
    end.writeUInt32LE(fits(start), 16);
    this.#sink.write(end);
  }

  /** Each block ends on a byte boundary, so the blocks form one stream. */
  #pack(part: OpenEntry): void {
    if (part.buffered.length === 0) return;
    const bytes = Buffer.from(part.buffered.join(''), 'utf8');
    part.buffered = [];
    part.bufferedLength = 0;
    part.crc = crc32(bytes, part.crc);
    part.size += bytes.length;
    const packed = deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_SYNC_FLUSH });
    part.packed += packed.length;
    this.#sink.write(packed);
  }
}

interface Entry {
  readonly name: string;
  readonly offset: number;
  crc: number;
  size: number;
  packed: number;
}

interface OpenEntry extends Entry {
  buffered: string[];
  bufferedLength: number;
}

const blockLength = 256 * 1024;
const deflated = 8;
/** UTF-8 names; sizes after the part. */
const flags = 0x0808;
/** 1 January 1980, the earliest date of ZIP, so equal figures give equal files. */
const firstDosMoment = 0x0021_0000;
const emptyLastBlock = Buffer.from([0x03, 0x00]);

function fits(size: number): number {
  if (size <= 0xffff_ffff) return size;
  throw new FailureError({
    code: 'file',
    message:
      'The workbook would be larger than a spreadsheet can open. Choose CSV or Parquet, or fewer columns.',
  });
}
