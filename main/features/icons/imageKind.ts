/** What a picture is by its own first bytes, whatever it is called. SVG is none of them: it is a document that can hold scripts. */
export interface ImageKind {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** @returns null where the bytes are no PNG, JPEG, GIF or WebP, or do not say how large the picture is. */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readGif(view) ?? readWebp(view) ?? readJpeg(view);
  } catch (error) {
    // The bytes end before the size is stated.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Rule: PNG (W3C), 5.2 and 11.2.1: the signature, then the chunk IHDR. */
function readPng(view: DataView): ImageKind | null {
  if (!startsWith(view, 0, '\x89PNG\r\n\x1a\n') || !startsWith(view, 12, 'IHDR')) return null;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Rule: GIF89a, 17 and 18. */
function readGif(view: DataView): ImageKind | null {
  if (!startsWith(view, 0, 'GIF87a') && !startsWith(view, 0, 'GIF89a')) return null;
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** Rule: RFC 9649, 2.5 to 2.7: the simple forms, lossy and lossless, and the extended one. */
function readWebp(view: DataView): ImageKind | null {
  if (!startsWith(view, 0, 'RIFF') || !startsWith(view, 8, 'WEBP')) return null;
  const size = ((): readonly [number, number] | null => {
    if (startsWith(view, 12, 'VP8 '))
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    if (startsWith(view, 12, 'VP8L')) {
      const bits = view.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    if (startsWith(view, 12, 'VP8X')) return [uint24(view, 24) + 1, uint24(view, 27) + 1];
    return null;
  })();
  return size === null ? null : { type: 'image/webp', width: size[0], height: size[1] };
}

/** Rule: JPEG (ITU T.81), B.1 and B.2: segments up to the first that begins a frame. */
function readJpeg(view: DataView): ImageKind | null {
  if (!startsWith(view, 0, '\xff\xd8\xff')) return null;
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // A byte of filling has no length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function startsWith(view: DataView, at: number, text: string): boolean {
  if (view.byteLength < at + text.length) return false;
  return [...text].every((character, index) => view.getUint8(at + index) === character.charCodeAt(0));
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
