import { crc32 } from 'node:zlib';
import { dayMs } from '../../../../preload/contract/days.ts';
import type { SqlValue } from '../columns.ts';

/**
 * Packs the values of a column in the rows of a chunk. Equal numbers are stored once; others take one, two or
 * four bytes if they are whole multiples of a day, a second or one and close enough together, else eight; a
 * column with texts among its values is stored as JSON.
 *
 * A pack begins with its kind and three bytes of a checksum. The unit of whole numbers, or the number of
 * equal ones, follows, then their base as a double. Whole numbers count from one: zero stands for no value.
 * In doubles NaN does.
 */

/** Few enough rows to rewrite per new row, enough to read a column in few steps. */
export const chunkRows = 4096;

/** A column of numbers, NaN for a missing one; or of any values, without trailing missing ones. */
export type ChunkValues = Float64Array | readonly SqlValue[];

const kinds = { doubles: 0, bytes: 1, shorts: 2, longs: 4, equal: 8, json: 9 } as const;
const headBytes = 16;
const units = [dayMs, 1000, 1] as const;

/**
 * Packs the first rows of a chunk. If their numbers differ, it leaves space for later ones: a growing chunk
 * keeps its size, so SQLite writes it in place, and only the changed pages.
 */
export function packChunk(values: readonly SqlValue[]): Buffer {
  const numbers = numbersOf(values);
  if (numbers === null) return withHead(kinds.json, 0, 0, Buffer.from(JSON.stringify(values)));
  const [first = NaN] = numbers;
  if (values.every((_, row) => Object.is(numbers[row], first)))
    return withHead(kinds.equal, values.length, first, new Uint8Array());
  const whole = wholeOf(numbers);
  if (whole === null)
    return withHead(kinds.doubles, 0, 0, new Uint8Array(numbers.buffer, 0, numbers.byteLength));
  const { base, unit, width } = whole;
  const counts = new arrayOf[width](chunkRows);
  for (const [row, value] of numbers.entries())
    counts[row] = Number.isNaN(value) ? 0 : (value - base) / unit + 1;
  return withHead(width, unit, base, new Uint8Array(counts.buffer));
}

function countsIn(
  { buffer, byteOffset, length }: Buffer,
  width: 1 | 2 | 4,
): Uint8Array | Uint16Array | Uint32Array {
  if (width === 1) return new Uint8Array(buffer, byteOffset, length);
  return width === 2
    ? new Uint16Array(buffer, byteOffset, length / width)
    : new Uint32Array(buffer, byteOffset, length / width);
}

const arrayOf = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array } as const;

function withHead(kind: number, unit: number, base: number, values: Uint8Array): Buffer {
  const packed = Buffer.alloc(headBytes + values.length);
  packed.writeUInt8(kind, 0);
  packed.writeUInt32LE(unit, 4);
  packed.writeDoubleLE(base, 8);
  packed.set(values, headBytes);
  return packed;
}

export function sealChunk(packed: Buffer, field: string, chunk: number): Buffer {
  packed.writeUIntBE(sealOf(packed, field, chunk), sealAt.start, sealAt.bytes);
  return packed;
}

export function isAsSealed(packed: Buffer, field: string, chunk: number): boolean {
  return (
    packed.length >= headBytes &&
    packed.readUIntBE(sealAt.start, sealAt.bytes) === sealOf(packed, field, chunk)
  );
}

const sealAt = { start: 1, bytes: 3 } as const;

function sealOf(packed: Buffer, field: string, chunk: number): number {
  const place = crc32(`${field} ${chunk.toString()} ${packed.readUInt8(0).toString()}`);
  return crc32(packed.subarray(sealAt.start + sealAt.bytes), place) & 0xffffff;
}

/** Unpacks the values. `target` receives numbers, with space for a chunk; missing rows have NaN. */
export function unpackChunk(packed: Buffer, target: Float64Array): ChunkValues {
  const kind = packed.readUInt8(0);
  if (kind === kinds.json) return readJson(packed);
  const bytes = packed.subarray(headBytes);
  if (kind === kinds.equal) {
    const count = packed.readUInt32LE(4);
    return target.fill(packed.readDoubleLE(8), 0, count).fill(NaN, count);
  }
  if (kind === kinds.doubles) {
    new Uint8Array(target.buffer, target.byteOffset).set(bytes);
    target.fill(NaN, bytes.length / Float64Array.BYTES_PER_ELEMENT);
    return target;
  }
  if (kind !== 1 && kind !== 2 && kind !== 4)
    throw new Error(`A chunk of the unknown kind ${kind.toString()}.`);
  const unit = packed.readUInt32LE(4);
  const base = packed.readDoubleLE(8);
  const counts = countsIn(bytes, kind);
  for (let row = 0; row < counts.length; row += 1) {
    const count = counts[row] ?? 0;
    target[row] = count === 0 ? NaN : base + unit * (count - 1);
  }
  target.fill(NaN, counts.length);
  return target;
}

function readJson(packed: Buffer): SqlValue[] {
  const values: unknown = JSON.parse(packed.toString('utf8', headBytes));
  if (!Array.isArray(values)) throw new Error('A chunk of texts is no list.');
  return values.map((value: unknown) =>
    typeof value === 'number' || typeof value === 'string' ? value : null,
  );
}

function numbersOf(values: readonly SqlValue[]): Float64Array | null {
  const numbers = new Float64Array(chunkRows).fill(NaN);
  for (const [row, value] of values.entries()) {
    if (typeof value === 'string') return null;
    numbers[row] = value === null ? NaN : Number(value);
  }
  return numbers;
}

/** Returns the encoding of whole numbers in the fewest bytes; null for others. */
function wholeOf(numbers: Float64Array): { base: number; unit: number; width: 1 | 2 | 4 } | null {
  let base = Infinity;
  let last = -Infinity;
  for (const value of numbers) {
    if (Number.isNaN(value)) continue;
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) return null;
    base = Math.min(base, value);
    last = Math.max(last, value);
  }
  if (base > last) return { base: 0, unit: 1, width: 1 };
  if (!Number.isSafeInteger(last - base)) return null;
  const unit =
    units.find((one) => numbers.every((value) => Number.isNaN(value) || (value - base) % one === 0)) ?? 1;
  const counts = (last - base) / unit + 1;
  const width = ([1, 2, 4] as const).find((bytes) => counts < 2 ** (8 * bytes));
  return width === undefined ? null : { base, unit, width };
}
