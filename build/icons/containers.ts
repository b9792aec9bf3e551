/** A square PNG of this many pixels a side. */
export interface IconImage {
  readonly size: number;
  readonly png: Buffer;
}

const icoHeaderBytes = 6;
const icoEntryBytes = 16;

/** Returns an ICO file of PNGs, readable since Windows Vista. Rule: ICO file format; 256 is written as 0. */
export function icoFile(images: readonly IconImage[]): Buffer {
  const header = Buffer.alloc(icoHeaderBytes);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = icoHeaderBytes + images.length * icoEntryBytes;
  const entries = images.map(({ size, png }) => {
    const entry = Buffer.alloc(icoEntryBytes);
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images.map(({ png }) => png)]);
}

/** ICNS types of sizes that may be PNG. */
const icnsTypes: ReadonlyMap<number, string> = new Map([
  [128, 'ic07'],
  [256, 'ic08'],
  [512, 'ic09'],
  [1024, 'ic10'],
]);

/** Returns an ICNS file with sizes of 128, 256, 512 and 1024 only. Rule: Apple Icon Image format. */
export function icnsFile(images: readonly IconImage[]): Buffer {
  const parts = images.flatMap(({ size, png }) => {
    const type = icnsTypes.get(size);
    return type === undefined ? [] : [block(type, png)];
  });
  return block('icns', Buffer.concat(parts));
}

function block(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(header.length + content.length, 4);
  return Buffer.concat([header, content]);
}
