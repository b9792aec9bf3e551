/**
 * The one order of texts, in lists of the cache, totals, pickers and files: without case, accents beside their letter, signs before digits
 * before letters, whatever the language of the system. It is that of the root collation (Unicode Technical Standard 10) for the letters
 * of Latin, Greek and Cyrillic; other scripts are in the order of their code points. SQLite has to sort by it and Intl gives no keys of its
 * collation: so one key serves everywhere.
 */

/** Letters that are no letter with an accent to Unicode, and what they stand beside. */
const beside: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A text that sorts by code point as the given one does in the order of texts; equal for texts that differ in case or accents alone. */
export function textKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[ßæœøđłðþı]/g, (letter) => beside[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, (sign) => `\u0001${sign}`);
}

/** Compares two texts, for `sort`: by their keys, else by code units, so that the order is always the same. */
export function compareTexts(a: string, b: string): number {
  const [one, other] = [textKey(a), textKey(b)];
  if (one !== other) return one < other ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
