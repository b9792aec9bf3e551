import { describe, expect, it } from 'vitest';
import { imageKind } from '../../../../../main/features/icons/imageKind.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const png = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 32, 0, 0, 0, 16], [8, 6, 0, 0, 0]);
const gif = bytes('GIF89a', [32, 0, 16, 0, 0, 0, 0]);
const jpeg = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
  [0xff, 0xff, 0xc4, 0, 3, 9],
  [0xff, 0xc2, 0, 11, 8, 0, 16, 0, 32, 1, 1, 0x11, 0],
);
const lossy = bytes('RIFF\0\0\0\0WEBPVP8 \0\0\0\0', [0, 0, 0, 0x9d, 1, 0x2a, 32, 0, 16, 0]);
const lossless = bytes('RIFF\0\0\0\0WEBPVP8L\0\0\0\0', [0x2f, 31, 0xc0, 3, 0]);
const extended = bytes('RIFF\0\0\0\0WEBPVP8X\0\0\0\0', [0, 0, 0, 0, 31, 0, 0, 15, 0, 0]);

describe('the kind of a picture', () => {
  it.each([
    ['PNG', 'image/png', png],
    ['GIF', 'image/gif', gif],
    ['JPEG', 'image/jpeg', jpeg],
    ['lossy WebP', 'image/webp', lossy],
    ['lossless WebP', 'image/webp', lossless],
    ['extended WebP', 'image/webp', extended],
  ])('is told by its first bytes: %s', (_name, type, file) => {
    expect(imageKind(file)).toEqual({ type, width: 32, height: 16 });
  });

  it.each([
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', bytes('<!doctype html><script>alert(1)</script>')],
    ['a program', bytes('MZ\x90\0')],
    ['nothing', bytes()],
    ['another RIFF file', bytes('RIFF\0\0\0\0WAVEfmt ')],
    ['a PNG without its size', png.subarray(0, 18)],
    ['a JPEG without a frame', jpeg.subarray(0, 12)],
    ['a JPEG of nothing but filling', bytes([0xff, 0xd8], Array<number>(100).fill(0xff))],
  ])('is none of %s', (_name, file) => {
    expect(imageKind(file)).toBeNull();
  });
});
