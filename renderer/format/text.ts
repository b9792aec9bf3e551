/** Text shortened for a column; the full text stays one hover or one copy away. */

/** The ends of an address or a hash: `0x1234…cdef`. Short ones stay whole. */
export function shortenMiddle(text: string, head = 6, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** A URL without what every URL has: `example.com/funds`. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

/** Words for a name of the service that the catalogue does not know: `top_5_share` → `Top 5 share`. */
export function labelOfName(name: string): string {
  const words = name.replace(/[_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
