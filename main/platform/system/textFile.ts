import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from 'node:fs';

export interface FileText {
  readonly text: string;
  /** Set if the text is not UTF-8. */
  readonly note: string | null;
}

/**
 * Decodes text by its byte order mark, else as UTF-8, else as Windows-1252, which many spreadsheets write and
 * which decodes nearly every byte. Rule: Encoding Standard, "BOM sniff".
 */
export function decodeText(bytes: Uint8Array): FileText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'UTF-16LE');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'UTF-16BE');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: null };
  } catch {
    return decoded(bytes, 'Windows-1252');
  }
}

/** May be a pipe such as a shell's `<(…)`. Throws a system error, or a RangeError that names the limit. */
export async function readTextFile(path: string, maxBytes: number): Promise<FileText> {
  return decodeText(await readAtMost(createReadStream(path), maxBytes));
}

interface PlainFileOptions {
  readonly maxBytes?: number;
  readonly followsLinks?: boolean;
}

/** For the app's own files: in a copied folder, a link may lead to any file of the user. */
export const ownFile = { followsLinks: false } as const satisfies PlainFileOptions;

/** Many times the size of the app's own files. */
const usualMaxBytes = 1_000_000;

/** Throws as `openPlainFile` does, or a RangeError that names the limit. */
export async function readPlainFile(path: string, options: PlainFileOptions = {}): Promise<Uint8Array> {
  const fd = openPlainFile(path, options);
  return readAtMost(createReadStream(path, { fd }), options.maxBytes ?? usualMaxBytes);
}

export function readPlainFileSync(path: string, options: PlainFileOptions = {}): Buffer {
  const file = openPlainFile(path, options);
  try {
    return readOpenFile(file, options.maxBytes);
  } finally {
    closeSync(file);
  }
}

/** Throws a RangeError that names the limit. */
export function readOpenFile(file: number, maxBytes = usualMaxBytes): Buffer {
  const blocks: Buffer[] = [];
  let bytes = 0;
  for (let read = 1; read > 0; bytes += read) {
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    const block = Buffer.alloc(blockBytes);
    read = readSync(file, block);
    blocks.push(block.subarray(0, read));
  }
  return Buffer.concat(blocks);
}

const blockBytes = 1 << 16;

/** For a file without an end, or without bytes. The message ends without a period; callers add what to do. */
export class NoPlainFile extends RangeError {
  /** Rule: open(2) of the BSDs and macOS. */
  readonly code = 'EFTYPE';
}

/** Never waits for a pipe or device. Throws a system error (`ELOOP` for a link), or NoPlainFile. */
export function openPlainFile(path: string, { followsLinks = true }: PlainFileOptions = {}): number {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW));
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new NoPlainFile('It is a folder, a pipe or a device');
}

/** Throws a RangeError that names the limit, once the stream has sent more. */
export async function readAtMost(stream: AsyncIterable<unknown>, maxBytes: number): Promise<Uint8Array> {
  const blocks: Buffer[] = [];
  let bytes = 0;
  for await (const block of stream) {
    const read = Buffer.from(block as Uint8Array);
    bytes += read.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    blocks.push(read);
  }
  return Buffer.concat(blocks);
}

function tooLarge(maxBytes: number): RangeError {
  return new RangeError(`The file is larger than ${(maxBytes / 1_000_000).toString()} MB`);
}

function decoded(bytes: Uint8Array, encoding: string): FileText {
  return { text: new TextDecoder(encoding).decode(bytes), note: `Read as ${encoding}.` };
}
