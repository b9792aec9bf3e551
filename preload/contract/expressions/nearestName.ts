import { typosAllowed, typosBetween } from '../typos.ts';

/** Shorter prefixes match too many names. */
const leastBeginning = 3;

/** Returns the name with the fewest typos, else the shortest with this prefix. */
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
