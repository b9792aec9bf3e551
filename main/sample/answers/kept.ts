/** Keeps what was made last, up to a number of things. */
export interface Kept<T> {
  get(key: string, make: () => T): T;
}

export function makeKept<T>(most: number): Kept<T> {
  const things = new Map<string, { readonly thing: T }>();
  return {
    get: (key, make) => {
      const entry = things.get(key) ?? { thing: make() };
      // The last asked for goes to the end, so the first is the one that was not asked for longest.
      things.delete(key);
      things.set(key, entry);
      const [oldest] = things.keys();
      if (things.size > most && oldest !== undefined) things.delete(oldest);
      return entry.thing;
    },
  };
}
