/** Text shortened for a column; the full text stays one hover or one copy away. */

/** The ends of an address or a hash: `0x1234…cdef`. Short ones stay whole. */
export function shortenMiddle(text: string, head = 6, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** The beginning of a text that is too long to draw, and how long it is. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}… (${text.length.toLocaleString('en')} characters)`;
}

/** A URL without what every URL has: `example.com/funds`. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

/** Text in blocks of so many lines; joined they are the text again. */
export function blocksOfLines(text: string, linesInBlock: number): { text: string; lines: number }[] {
  const lines = text.split('\n');
  const blocks: { text: string; lines: number }[] = [];
  for (let start = 0; start < lines.length; start += linesInBlock) {
    const block = lines.slice(start, start + linesInBlock);
    const last = start + linesInBlock >= lines.length;
    blocks.push({ text: block.join('\n') + (last ? '' : '\n'), lines: block.length });
  }
  return blocks;
}
