/** Patterns of the `like` family: `%` matches any text, `_` one character. Assumed: no escape character. */

export const maxPatternLength = 1000;

export function globOf(pattern: string): string {
  return pattern.replace(/[*?[]/g, '[$&]').replaceAll('%', '*').replaceAll('_', '?');
}

export function literalPrefix(pattern: string): string {
  return pattern.slice(0, pattern.search(/[%_]|$/));
}

/** Returns the least text greater than every text with this prefix, by code points; null if there is none. */
export function afterPrefix(prefix: string): string | null {
  const points = Array.from(prefix);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0;
    if (point < 0x10ffff)
      return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1);
  }
  return null;
}

export function isAscii(pattern: string): boolean {
  return /^[\x20-\x7e\t\r\n]*$/.test(pattern);
}

/** Folds case as `ilike` does beyond A to Z: by character, if the result is one character. */
export function foldCase(text: string): string[] {
  return Array.from(text, (character) => {
    const folded = character.toLowerCase();
    return Array.from(folded).length === 1 ? folded : character;
  });
}

/** Returns the folding that a pattern needs: only A to Z, like SQLite's LIKE, if it is ASCII. */
export function foldFor(pattern: string): (text: string) => string[] {
  return isAscii(pattern)
    ? (text) => Array.from(text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
    : foldCase;
}

/** Matches a folded pattern with a folded text; at worst, time grows with the product of their lengths. */
export function matchesPattern(
  pattern: readonly string[],
  text: readonly string[],
  escape?: string,
): boolean {
  if (escape !== undefined) return matchesEscaped(pattern, text, escape);
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (pattern[p] === '%') {
      star = p;
      resume = t;
      p += 1;
    } else if (p < pattern.length && (pattern[p] === '_' || pattern[p] === text[t])) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      p = star + 1;
      resume += 1;
      t = resume;
    } else return false;
  }
  while (pattern[p] === '%') p += 1;
  return p === pattern.length;
}

/** Replaces escaped characters by one that no text has, so that they match literally. */
function matchesEscaped(pattern: readonly string[], text: readonly string[], escape: string): boolean {
  const plain: string[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const isEscaped = pattern[at] === escape && at + 1 < pattern.length;
    if (isEscaped) at += 1;
    const character = pattern[at] ?? '';
    plain.push(isEscaped && (character === '%' || character === '_') ? `\\${character}` : character);
  }
  const literal = text.map((character) =>
    character === '%' || character === '_' ? `\\${character}` : character,
  );
  return matchesPattern(plain, literal);
}
