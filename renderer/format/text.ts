/** Replaces characters that are invisible or reorder the text after them. */
const unseenSign = '\ufffd';
/** Joiners are legitimate between non-ASCII letters and in emoji. */
const unseen =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\t\n\r\p{Join_Control}\p{Variation_Selector}]]|(?<!\P{ASCII})\p{Join_Control}|\p{Join_Control}(?!\P{ASCII})/gv;
const fromRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns the service's text for display: deceptive characters are replaced, and right-to-left text does not
 * reorder its surroundings. Rule: Unicode Technical Report 36, 2.9; Standard Annex 9, "isolates".
 */
export function shownText(text: string): string {
  const plain = text.replaceAll(unseen, unseenSign);
  return fromRightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}… (${text.length.toLocaleString('en')} characters)`;
}

/** Omits the common parts of URLs: `example.com/funds`. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

/** Splits text into blocks of lines. Joined, they are the text. */
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
