import { typosAllowed, typosBetween } from '../typos.ts';

/** Returns the name that was probably meant; undefined where none is near. */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  const word = typed.toLowerCase().slice(0, 100);
  const limit = Math.max(1, typosAllowed(word));
  let nearest: string | undefined;
  let least = limit + 1;
  for (const name of names) {
    const distance = typosBetween(word, name.toLowerCase(), limit, false);
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}
