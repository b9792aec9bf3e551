import { describe, expect, it } from 'vitest';
import { imageKind } from '../../../../../main/features/icons/imageKind.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

/** A chunk of PNG, whose checksum nobody looks at here. */
const chunk = (name: string, content: number[]): (string | number[])[] => [
  [0, 0, 0, content.length],
  name,
  content,
  [0, 0, 0, 0],
];
const pngOf = (...chunks: (string | number[])[]): Uint8Array =>
  bytes(
    '\x89PNG\r\n\x1a\n',
    ...chunk('IHDR', [0, 0, 0, 32, 0, 0, 0, 16, 8, 6, 0, 0, 0]),
    ...chunks,
    ...chunk('IEND', []),
  );
const png = pngOf(...chunk('IDAT', [1, 2, 3]));

/** A frame of GIF at the left upper corner, without colors of its own. Four bytes are its picture. */
const gifFrame = (width: number[], height: number[]): number[] =>
  [0x2c, 0, 0, 0, 0, ...width, ...height, 0].concat([2, 2, 0x4c, 1, 0]);
/** With two colors for all frames, and words that look like a frame. */
const gifOf = (...frames: number[][]): Uint8Array =>
  bytes(
    'GIF89a',
    [32, 0, 16, 0, 0x80, 0, 0],
    [0, 0, 0, 255, 255, 255],
    [0x21, 0xfe, 3, 0x2c, 9, 9, 0],
    ...frames,
    ';',
  );
const gif = gifOf(gifFrame([32, 0], [16, 0]), gifFrame([8, 0], [8, 0]));

const jpegStart = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2];
const jpegFrame = [0xff, 0xc2, 0, 11, 8, 0, 16, 0, 32, 1, 1, 0x11, 0];
const jpeg = bytes(jpegStart, [0xff, 0xff, 0xc4, 0, 3, 9], jpegFrame);

const webpOf = (...chunks: [string, number[]][]): Uint8Array =>
  bytes(
    'RIFF\0\0\0\0WEBP',
    ...chunks.flatMap(([name, content]) => [name, [content.length, 0, 0, 0], content]),
  );
const lossyFrame: [string, number[]] = ['VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 32, 0, 16, 0]];
const canvas: [string, number[]] = ['VP8X', [0, 0, 0, 0, 31, 0, 0, 15, 0, 0]];
const webpFrame = (width: number, place = 0): [string, number[]] => [
  'ANMF',
  [place, 0, 0, 0, 0, 0, width - 1, 0x46, 0, 15, 0, 0, 0, 0, 0, 0],
];
const extended = webpOf(canvas, lossyFrame);

describe('the kind of a picture', () => {
  it.each([
    ['PNG', 'image/png', png],
    ['GIF', 'image/gif', gif],
    ['JPEG', 'image/jpeg', jpeg],
    ['lossy WebP', 'image/webp', webpOf(lossyFrame)],
    ['lossless WebP', 'image/webp', webpOf(['VP8L', [0x2f, 31, 0xc0, 3, 0]])],
    ['extended WebP', 'image/webp', extended],
  ])('is told by its bytes: %s', (_name, type, file) => {
    expect(imageKind(file)).toMatchObject({ type, width: 32, height: 16 });
  });

  it.each([
    ['GIF', gifOf(gifFrame([32, 0], [16, 0]), gifFrame([0x50, 0x46], [0x50, 0x46])), [18_000, 18_000]],
    [
      'PNG',
      pngOf(...chunk('fcTL', [0, 0, 0, 1, 0, 0, 0, 16, 0, 0, 0, 16, 0, 0, 70, 64, 0, 0, 1, 0])),
      [18_000, 272],
    ],
    ['WebP', webpOf(canvas, webpFrame(16), lossyFrame, webpFrame(81)), [18_001, 16]],
    [
      'WebP of another size than its canvas',
      webpOf(canvas, ['VP8L', [0x2f, 0xff, 0xff, 3, 0]]),
      [16_384, 16],
    ],
  ])('counts every frame, with where it lies: %s', (_name, file, [width, height]) => {
    expect(imageKind(file)).toMatchObject({ width, height });
  });

  it.each([
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', bytes('<!doctype html><script>alert(1)</script>')],
    ['a program', bytes('MZ\x90\0')],
    ['nothing', bytes()],
    ['another RIFF file', bytes('RIFF\0\0\0\0WAVEfmt ')],
    ['a PNG without its size', png.subarray(0, 18)],
    ['a JPEG without a frame', jpeg.subarray(0, 12)],
    ['a PNG that does not end', png.subarray(0, -8)],
    ['a GIF that does not end', gif.subarray(0, -1)],
    ['a GIF of unknown blocks', gifOf([0x2a, 0])],
    ['a WebP whose chunk ends behind it', extended.subarray(0, -2)],
    ['AVIF', bytes([0, 0, 0, 28], 'ftypavif\0\0\0\0avifmif1miaf')],
    ['BMP', bytes('BM', [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0])],
    ['ICO', bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0])],
    // Decoders take what follows for segments, of which the first is a frame of 18,000 × 18,000; the second one is small.
    ...[0x01, 0xd0, 0xd8, 0x00].map((marker): [string, Uint8Array] => [
      `a JPEG with the marker ${marker.toString(16)}, which has no segment`,
      bytes(
        [0xff, 0xd8, 0xff, marker, 0, 15, 0xff, 0xc0, 0, 11, 8, 0x46, 0x50, 0x46, 0x50, 1, 1, 0x11, 0],
        jpegFrame,
      ),
    ]),
    ['a JPEG of nothing but filling', bytes([0xff, 0xd8], Array<number>(100).fill(0xff))],
  ])('is none of %s', (_name, file) => {
    expect(imageKind(file)).toBeNull();
  });
});
