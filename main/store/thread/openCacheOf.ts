/** @throws Error if the cache of this id is not open */
export function openCacheOf<T>(opened: ReadonlyMap<string, T>, id: string): T {
  const found = opened.get(id);
  if (found === undefined) throw new Error(`The cache “${id}” is not open.`);
  return found;
}
