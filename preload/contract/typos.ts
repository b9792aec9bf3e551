export function typosAllowed(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Damerau-Levenshtein distance, capped at `limit + 1`. With `asPrefix` the second word may be longer. */
export function typosBetween(typed: string, word: string, limit: number, asPrefix: boolean): number {
  if (typed.length - word.length > limit) return limit + 1;
  if (!asPrefix && word.length - typed.length > limit) return limit + 1;
  const width = Math.min(word.length, typed.length + limit) + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: width }, (_, index) => index);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column < width; column += 1) {
      const same = typed[row - 1] === word[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (row > 1 && column > 1 && isSwapped) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current.push(least);
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  const distance = asPrefix
    ? Math.min(...last)
    : word.length < width
      ? (last[word.length] ?? limit + 1)
      : limit + 1;
  return Math.min(distance, limit + 1);
}

/** Shorter prefixes match too many names. */
const leastBeginning = 3;

export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  const word = typed.toLowerCase().slice(0, 100);
  const limit = Math.max(1, typosAllowed(word));
  let nearest: string | undefined;
  let least = limit + 1;
  for (const name of names) {
    const distance = typosBetween(word, name.toLowerCase(), limit, false);
    if (distance < least) [nearest, least] = [name, distance];
  }
  if (nearest !== undefined || word.length < leastBeginning) return nearest;
  return [...names]
    .filter((name) => name.toLowerCase().startsWith(word))
    .reduce<string | undefined>(
      (shortest, name) => (shortest !== undefined && shortest.length <= name.length ? shortest : name),
      undefined,
    );
}
