import { chunkRows } from './chunkCodec.ts';
import type { ChunkReader } from './chunkReader.ts';

export type CodeRange = readonly [first: number, last: number];

/**
 * Returns keys whose code of a field is in one of the ranges: all rows with the searched texts, a few others,
 * and removed rows. Null above `limit`.
 */
export function keysByCode(
  reader: ChunkReader,
  field: string,
  ranges: readonly CodeRange[],
  limit: number,
): number[] | null {
  const sorted = ranges.toSorted(([a], [b]) => a - b);
  const firsts = Float64Array.from(sorted, ([first]) => first);
  const lasts = new Float64Array(sorted.length);
  for (const [index, [, last]] of sorted.entries())
    lasts[index] = Math.max(last, lasts[index - 1] ?? -Infinity);
  const [least = Infinity] = firsts;
  const greatest = lasts.at(-1) ?? -Infinity;
  const codes = reader.cursor(field);
  const keys: number[] = [];
  for (let chunk = 0; chunk < reader.count(); chunk += 1) {
    const values = codes.at(chunk);
    for (let row = 0; row < chunkRows; row += 1) {
      const code = Number(values[row]);
      if (!(code >= least && code <= greatest)) continue;
      if (code <= (lasts[countUpTo(firsts, code) - 1] ?? -Infinity)) keys.push(chunk * chunkRows + row);
    }
    if (keys.length > limit) return null;
  }
  return keys;
}

function countUpTo(sorted: Float64Array, number: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
