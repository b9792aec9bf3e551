/**
 * The order of text everywhere, as in the root collation (Unicode Technical Standard 10) for Latin, Greek and
 * Cyrillic: ignores case, accents sort with their letter, signs before digits before letters. Own keys, since
 * SQLite sorts by them and Intl exposes none.
 */

/** Letters that NFKD does not decompose. */
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

/** Returns a key that sorts by code point; equal for texts that differ only in case or accents. */
export function textKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[ßæœøđłðþı]/g, (letter) => beside[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, (sign) => `\u0001${sign}`);
}

/** Ties are broken by code units. */
export function compareTexts(a: string, b: string): number {
  const [one, other] = [textKey(a), textKey(b)];
  if (one !== other) return one < other ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
