/** Maximum searched part of a text, in UTF-16 units. */
export const longestText = 4000;

/** Folds case, accents and blanks: `Société  Générale` → `societe generale`. */
export function fold(text: string): string {
  return foldCharacters(text.normalize('NFC')).replace(/\s+/g, ' ').trim();
}

function foldCharacters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns a folded part's range, in UTF-16 units. `atWord`: only at a word's beginning. */
export function findPart(text: string, part: string, atWord: boolean): [number, number] | null {
  let folded = '';
  const starts: number[] = [];
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const plain = /\s/.test(character) ? ' ' : foldCharacters(character);
    starts.push(...Array<number>(plain.length).fill(at));
    folded += plain;
    at += character.length;
  }
  starts.push(text.length);
  for (let from = 0; ;) {
    const at = folded.indexOf(part, from);
    if (at < 0) return null;
    if (!atWord || at === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(at - 1))) {
      return [starts[at] ?? 0, starts[at + part.length] ?? text.length];
    }
    from = at + 1;
  }
}

export function trigramsOf(word: string): string[] {
  const letters = [...word];
  return letters.length < 3
    ? []
    : [...new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join('')))];
}

interface ShortenedCode {
  readonly start: string;
  readonly end: string;
}

/** Parses `0x1234…abcd`, with three dots or an ellipsis; null for other text. */
export function readShortened(text: string): ShortenedCode | null {
  const [, start, end] = /^(?:≈\s*)?([\w-]{3,})(?:…|\.{2,}|⋯)([\w-]{2,})$/u.exec(text.trim()) ?? [];
  return start === undefined || end === undefined ? null : { start, end };
}
