import { basename, dirname, extname, join } from 'node:path';

/** Rule: limits.h, `NAME_MAX`, in bytes. */
export const maxNameBytes = 255;

/** The ending of the description beside a file. */
const described = '.json';

/** Bytes of a proposed name: what a view adds to it, an ending, a number and a description still fit. */
const maxProposedBytes = 180;

/** Returns the start of a text, at most `most` bytes of UTF-8, with whole characters. */
export function cutToBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let cut = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    cut += segment;
  }
  return cut;
}

/** Rule: Windows, "Naming Files, Paths, and Namespaces": names of devices, whatever ending they have. */
const deviceName = /^(?:con|prn|aux|nul|conin|conout|(?:com|lpt)[0-9¹²³])$/;

/** Returns a title as a file name for every system, composed (NFC); `fallback` if nothing is left. */
export function fileNameOf(title: string, fallback: string): string {
  const plain = title
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  const name = plain === '' ? fallback : cutToBytes(plain, maxProposedBytes);
  return deviceName.test(name) ? `${name}-${fallback}` : name;
}

/** Returns “name (2).csv” for “name.csv”. Shortens long names, also for their descriptions. */
export function numberedPath(path: string, number: number): string {
  const ending = extname(path);
  const end = ` (${number.toString()})${ending}`;
  const most = maxNameBytes - Buffer.byteLength(`${end}${described}`);
  return join(dirname(path), `${cutToBytes(basename(path, ending), most)}${end}`);
}
