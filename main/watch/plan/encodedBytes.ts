const plain = /^[\w.!~*'()-]*$/;
const quoted = /^"[\w.!~*'()-]*"$/;
const quoteBytes = 3;

/** Bytes of a text in the query string of a URL. Most texts here are addresses and numbers, which need no encoding. */
export function encodedBytes(text: string): number {
  if (plain.test(text)) return text.length;
  if (quoted.test(text)) return text.length - 2 + 2 * quoteBytes;
  return encodeURIComponent(text).length;
}
