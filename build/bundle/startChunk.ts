import path from 'node:path';

/** What the bundler tells of a module: those that it imports, without those that it imports when they are needed. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Puts everything that the first view needs into one chunk: a start reads one file instead of dozens, each of which would be
 * asked of the main process while that opens the data.
 * @param roots the files whose imports are meant, from the folder of the project
 */
export function startChunk(roots: readonly string[]): (id: string, modules: Modules) => string | null {
  let needed: Set<string> | undefined;

  function collect(modules: Modules): Set<string> {
    const found = new Set<string>();
    const open = roots.map((root) => path.resolve(root).replaceAll(path.sep, '/'));
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
    }
    return found;
  }

  return (id, modules) => ((needed ??= collect(modules)).has(id) ? 'start' : null);
}
