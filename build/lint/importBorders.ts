import path from 'node:path';
import type { Rule } from 'eslint';

/** Modules and what they may import. `electron` is the package; other entries are folders or files. */
export type ImportTable = Readonly<Record<string, readonly string[]>>;

/** Folders with modules. Files outside them, such as `package.json`, may be imported everywhere. */
const topFolders = ['main', 'preload', 'renderer', 'test', 'build'];

/**
 * Returns a rule that reports imports missing from the table. Its paths start at the linter's working folder.
 * Relative imports have extensions, so no resolution is needed; the type checker reports missing files.
 */
export function importBorders(table: ImportTable): Rule.RuleModule {
  return {
    meta: { type: 'problem', schema: [] },
    create(context) {
      const file = toPath(context.cwd, context.filename);
      const module = moduleOf(file, table);
      if (module === undefined) return {};
      const allowed = table[module] ?? [];

      const check = (node: Rule.Node, source: unknown): void => {
        if (typeof source !== 'string') return;
        const isElectron = source === 'electron';
        if (!isElectron && !source.startsWith('.')) return;
        const target = isElectron
          ? source
          : toPath(context.cwd, path.resolve(path.dirname(context.filename), source));
        const isBound = isElectron || topFolders.some((folder) => target.startsWith(`${folder}/`));
        if (!isBound || [module, ...allowed].some((entry) => contains(entry, target))) return;
        context.report({
          node,
          message: `${module} may import only: ${[module, ...allowed].join(', ')}. See build/lint/modules.ts.`,
        });
      };
      return {
        ImportDeclaration: (node) => {
          check(node, node.source.value);
        },
        ExportAllDeclaration: (node) => {
          check(node, node.source.value);
        },
        ExportNamedDeclaration: (node) => {
          check(node, node.source?.value);
        },
        ImportExpression: (node) => {
          check(node, node.source.type === 'Literal' ? node.source.value : undefined);
        },
      };
    },
  };
}

/** Returns the longest entry that contains the file; undefined outside modules. */
function moduleOf(file: string, table: ImportTable): string | undefined {
  return Object.keys(table)
    .filter((entry) => contains(entry, file))
    .sort((a, b) => b.length - a.length)[0];
}

/** `FOLDER/*.ts` means the files of a folder without its subfolders. */
function contains(entry: string, file: string): boolean {
  if (entry.endsWith('/*.ts')) return path.posix.dirname(file) === path.posix.dirname(entry);
  return file === entry || file.startsWith(`${entry}/`);
}

function toPath(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll(path.sep, '/');
}
