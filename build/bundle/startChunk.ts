import path from 'node:path';

/** Reads static imports of a module from the bundler. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Puts all code of the first view into one chunk. A start then reads one file instead of dozens, each of
 * which would wait for the main process while that opens the data.
 * @param roots files whose imports are included, relative to the project
 * @param never modules that no start may load: importing one fails the build
 */
export function startChunk(
  roots: readonly string[],
  never: RegExp,
): (id: string, modules: Modules) => string | null {
  let needed: Set<string> | undefined;

  function collect(modules: Modules): Set<string> {
    const found = new Set<string>();
    const open = roots.map((root) => path.resolve(root).replaceAll(path.sep, '/'));
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      const imported = modules.getModuleInfo(id)?.importedIds ?? [];
      const refused = imported.find((one) => never.test(one));
      if (refused !== undefined) {
        throw new Error(
          `A start of the window would load ${refused}. Keep what ${id} needs of it out of the start.`,
        );
      }
      open.push(...imported);
    }
    return found;
  }

  return (id, modules) => ((needed ??= collect(modules)).has(id) ? 'start' : null);
}
