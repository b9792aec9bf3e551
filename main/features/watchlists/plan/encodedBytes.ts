import type { Scalar } from '../../../../preload/contract/query.ts';

const plain = /^[\w.!~*'()-]*$/;
const quoteBytes = 3;

/** Bytes of a value as JSON in the query string of a URL. Most are addresses and numbers, which need no encoding. */
export function encodedBytes(value: Scalar): number {
  if (typeof value === 'number') return value.toString().length;
  if (typeof value === 'string' && plain.test(value)) return value.length + 2 * quoteBytes;
  return encodedTextBytes(JSON.stringify(value));
}

/** Bytes of each of these values where that is one number, as with addresses of one chain; else null. */
export function bytesOfEach(values: readonly Scalar[]): number | null {
  const [first] = values;
  if (typeof first !== 'string') return null;
  for (const value of values) if (typeof value !== 'string' || value.length !== first.length) return null;
  return plain.test(values.join('')) ? first.length + 2 * quoteBytes : null;
}

/** Bytes of JSON text in the query string of a URL. */
export function encodedTextBytes(json: string): number {
  return encodeURIComponent(json).length;
}
