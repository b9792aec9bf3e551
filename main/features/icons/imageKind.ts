/**
 * The kind of an image by its bytes, not its name. SVG is excluded: it can contain scripts. Electron's
 * `nativeImage` reads neither GIF nor WebP.
 */
export interface ImageKind {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly width: number;
  readonly height: number;
  /** Pixels of all frames, since an animation may keep all of them in memory. */
  readonly pixels: number;
}

type Size = readonly [width: number, height: number];

/** @returns null if the bytes are not PNG, JPEG, GIF or WebP, or do not state the size of each frame */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return (
      kindOf('image/png', readPng(view)) ??
      kindOf('image/gif', readGif(view)) ??
      kindOf('image/webp', readWebp(view)) ??
      kindOf('image/jpeg', readJpeg(view))
    );
  } catch (error) {
    // The bytes end before all sizes.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function kindOf(type: ImageKind['type'], sizes: readonly Size[]): ImageKind | null {
  if (sizes.length === 0) return null;
  const most = (side: 0 | 1): number => Math.max(...sizes.map((size) => size[side]));
  const pixels = sizes.reduce((sum, [width, height]) => sum + width * height, 0);
  return { type, width: most(0), height: most(1), pixels };
}

/** Rule: PNG (W3C), 5.2, 11.2.1 and 11.3.6.2: a signature, then chunks: IHDR, and an fcTL per frame. */
function readPng(view: DataView): Size[] {
  if (!startsWith(view, 0, '\x89PNG\r\n\x1a\n') || !startsWith(view, 12, 'IHDR')) return [];
  const sizes: Size[] = [[view.getUint32(16), view.getUint32(20)]];
  for (let at = 8; !startsWith(view, at + 4, 'IEND'); at += 12 + view.getUint32(at))
    if (startsWith(view, at + 4, 'fcTL'))
      sizes.push([
        view.getUint32(at + 12) + view.getUint32(at + 20),
        view.getUint32(at + 16) + view.getUint32(at + 24),
      ]);
  return sizes;
}

/** Rule: GIF89a, 17 to 27: the screen, then blocks; each that starts with a comma is a frame, of any size. */
function readGif(view: DataView): Size[] {
  if (!startsWith(view, 0, 'GIF87a') && !startsWith(view, 0, 'GIF89a')) return [];
  const sizes: Size[] = [[view.getUint16(6, true), view.getUint16(8, true)]];
  const colors = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + colors(view.getUint8(10));
  for (let block = view.getUint8(at); block !== 0x3b; block = view.getUint8(at)) {
    if (block === 0x2c) {
      const [x = 0, y = 0, width = 0, height = 0] = [1, 3, 5, 7].map((place) =>
        view.getUint16(at + place, true),
      );
      sizes.push([x + width, y + height]);
      at += 11 + colors(view.getUint8(at + 9));
    } else if (block === 0x21) at += 2;
    else return [];
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  return sizes;
}

/** Rule: RFC 9649, 2.5 to 2.7: chunks of lossy and lossless images, of the canvas and of frames. */
function readWebp(view: DataView): Size[] {
  if (!startsWith(view, 0, 'RIFF') || !startsWith(view, 8, 'WEBP')) return [];
  const sizes: Size[] = [];
  let at = 12;
  while (at < view.byteLength) {
    const content = at + 8;
    const isFrame = startsWith(view, at, 'ANMF');
    if (startsWith(view, at, 'VP8 '))
      sizes.push([view.getUint16(content + 6, true) & 0x3fff, view.getUint16(content + 8, true) & 0x3fff]);
    if (startsWith(view, at, 'VP8L')) {
      const bits = view.getUint32(content + 1, true);
      sizes.push([(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]);
    }
    if (startsWith(view, at, 'VP8X'))
      sizes.push([uint24(view, content + 4) + 1, uint24(view, content + 7) + 1]);
    if (isFrame)
      sizes.push([
        2 * uint24(view, content) + uint24(view, content + 6) + 1,
        2 * uint24(view, content + 3) + uint24(view, content + 9) + 1,
      ]);
    // A frame's image is a nested chunk. A byte pads a chunk of odd length.
    const length = view.getUint32(at + 4, true);
    at = content + (isFrame ? 16 : length + (length & 1));
  }
  return at <= view.byteLength + 1 ? sizes : [];
}

/**
 * Rule: JPEG (ITU T.81), B.1 and B.2: segments up to the first that begins a frame. Decoders allow only one
 * frame, and skip misplaced markers without a segment.
 */
function readJpeg(view: DataView): Size[] {
  if (!startsWith(view, 0, '\xff\xd8\xff')) return [];
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) return [];
    const isFrame = marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [[view.getUint16(at + 7), view.getUint16(at + 5)]];
    // A fill byte has no length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return [];
}

function startsWith(view: DataView, at: number, text: string): boolean {
  if (view.byteLength < at + text.length) return false;
  return [...text].every((character, index) => view.getUint8(at + index) === character.charCodeAt(0));
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
