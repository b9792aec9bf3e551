import { basename, dirname, extname, join } from 'node:path';

/** Rule: limits.h, `NAME_MAX`, in bytes. */
export const maxNameBytes = 255;

const described = '.json';

/** Bytes of a proposed name, which leave space for a view's addition, extension, number and description. */
const maxProposedBytes = 180;

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

/** Rule: Windows, "Naming Files, Paths, and Namespaces": device names, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|conin|conout|(?:com|lpt)[0-9¹²³])$/;

export function fileNameOf(title: string, fallback: string): string {
  const plain = title
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  const name = plain === '' ? fallback : cutToBytes(plain, maxProposedBytes);
  return deviceName.test(name) ? `${name}-${fallback}` : name;
}

export function numberedPath(path: string, number: number): string {
  const ending = extname(path);
  const end = ` (${number.toString()})${ending}`;
  const most = maxNameBytes - Buffer.byteLength(`${end}${described}`);
  return join(dirname(path), `${cutToBytes(basename(path, ending), most)}${end}`);
}
