import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { FailureError } from '../../../preload/contract/failures.ts';

/** Text of a file that somebody else has written. */
export interface FileText {
  readonly text: string;
  /** Set where it is not UTF-8. */
  readonly note: string | null;
}

/**
 * Decodes text by its byte order mark, else as UTF-8, else as Windows-1252, which spreadsheets of many
 * systems write and which has a character for nearly every byte. Rule: Encoding Standard, "BOM sniff".
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

/** @throws Error of the system, or one that names the limit. @param maxBytes a larger file is not read */
export async function readTextFile(path: string, maxBytes: number): Promise<FileText> {
  return decodeText(await readBytes(path, maxBytes));
}

/** As `readTextFile`, and decodes nothing. */
export async function readBytes(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    // A device says that it has no bytes, and has no end.
    return await readAtMost(file.createReadStream({ end: maxBytes, autoClose: false }), maxBytes);
  } finally {
    await file.close();
  }
}

/**
 * Opens a plain file to be read. A pipe or a device may have no end: it is not waited for.
 * @throws Error of the system, or FailureError `file`
 */
export function openPlainFile(path: string): number {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new FailureError({
    code: 'file',
    message: 'This is a folder, a pipe or a device. Choose a file.',
    detail: path,
  });
}

/** All of a stream. @throws RangeError that names the limit, once it has sent more */
export async function readAtMost(stream: AsyncIterable<unknown>, maxBytes: number): Promise<Uint8Array> {
  const blocks: Buffer[] = [];
  let bytes = 0;
  for await (const block of stream) {
    const read = Buffer.from(block as Uint8Array);
    bytes += read.byteLength;
    if (bytes > maxBytes)
      throw new RangeError(`The file is larger than ${(maxBytes / 1_000_000).toString()} MB`);
    blocks.push(read);
  }
  return Buffer.concat(blocks);
}

function decoded(bytes: Uint8Array, encoding: string): FileText {
  return { text: new TextDecoder(encoding).decode(bytes), note: `Read as ${encoding}.` };
}
