import path from 'node:path';

/** What the bundler tells of a module: those that it imports, without those that it imports when they are needed. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Puts everything that the first view needs into one chunk: a start reads one file instead of dozens, each of which would be
 * asked of the main process while that opens the data.
 * @param roots the files whose imports are meant, from the folder of the project
 * @param never what no start may load: an import of it ends the build
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
