import { expect, it } from 'vitest';
import { decodeText } from '../../../../../main/platform/system/textFile.ts';

const text = 'Address;Label\nBörse München – „Ä“';
const utf16 = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));

it.each([
  ['UTF-8', Buffer.from(text), null],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), null],
  ['UTF-16LE', utf16, 'Read as UTF-16LE.'],
  ['UTF-16BE', new Uint8Array(Buffer.from(utf16).swap16()), 'Read as UTF-16BE.'],
])('%s is read as it was written', (_encoding, bytes, note) => {
  expect(decodeText(bytes)).toEqual({ text, note });
});

it('bytes that are not UTF-8 are read as Windows-1252', () => {
  const bytes = Uint8Array.of(0x42, 0xf6, 0x72, 0x73, 0x65, 0x20, 0x80);
  expect(decodeText(bytes)).toEqual({ text: 'Börse €', note: 'Read as Windows-1252.' });
});
