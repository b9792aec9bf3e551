/** Text shortened for a column; the full text stays one hover or one copy away. */

/** The ends of a hash or an identifier: `0x123456…abcdef`. Short ones stay whole. Of addresses: `shortAddress`. */
export function shortenMiddle(text: string, head = 8, tail = 6): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** Stands for a character that nobody sees, or that turns the order of those behind it. */
const unseenSign = '\ufffd';
/** Joiners have a meaning between letters beyond ASCII, and in pictures. */
const unseen =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]|(?<![^\u0000-\u007f])[\u200c\u200d]|[\u200c\u200d](?![^\u0000-\u007f])/gu;
const fromRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A text of the service as it may be shown: characters that deceive are a sign, and one from right to left keeps the words around it in
 * their order. Rule: Unicode Technical Report 36, 2.9; Standard Annex 9, "isolates".
 */
export function shownText(text: string): string {
  const plain = text.replaceAll(unseen, unseenSign);
  return fromRightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
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
