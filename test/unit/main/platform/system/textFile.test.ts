import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  decodeText,
  readPlainFile,
  readPlainFileSync,
} from '../../../../../main/platform/system/textFile.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';

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

it('only a plain file is read, and none that is larger than the limit', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'a.txt');
  writeFileSync(file, 'x'.repeat(200_000));
  expect(readPlainFileSync(file, { maxBytes: 200_000 }).toString()).toBe('x'.repeat(200_000));
  expect(Buffer.from(await readPlainFile(file, { maxBytes: 200_000 })).toString()).toBe('x'.repeat(200_000));
  expect(() => readPlainFileSync(file, { maxBytes: 199_999 })).toThrow('larger than 0.199999 MB');
  await expect(readPlainFile(file, { maxBytes: 199_999 })).rejects.toThrow('larger than 0.199999 MB');
  const refused = /folder|EISDIR|EPERM|EACCES/;
  expect(() => readPlainFileSync(folder.path)).toThrow(refused);
  await expect(readPlainFile(folder.path)).rejects.toThrow(refused);
  await expect(readPlainFile(join(folder.path, 'none'))).rejects.toThrow('ENOENT');
});
