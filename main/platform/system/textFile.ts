import { readFile, stat } from 'node:fs/promises';

/** Text of a file that somebody else has written. */
export interface FileText {
  readonly text: string;
  /** Set where it is not UTF-8. */
  readonly note: string | null;
}

/**
 * Decodes text by its byte order mark, else as UTF-8, else as Windows-1252, which spreadsheets of many systems write and which has a character
 * for nearly every byte. Rule: Encoding Standard, "BOM sniff".
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
export async function readTextFile(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<FileText> {
  return decodeText(await readBytes(path, maxBytes));
}

/** As `readTextFile`, and decodes nothing. */
export async function readBytes(path: string, maxBytes: number): Promise<Uint8Array> {
  if ((await stat(path)).size > maxBytes)
    throw new RangeError(`The file is larger than ${(maxBytes / 1_000_000).toString()} MB.`);
  return readFile(path);
}

function decoded(bytes: Uint8Array, encoding: string): FileText {
  return { text: new TextDecoder(encoding).decode(bytes), note: `Read as ${encoding}.` };
}
