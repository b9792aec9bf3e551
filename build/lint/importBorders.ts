import path from 'node:path';
import type { Rule } from 'eslint';

/** Each module of the app and what it may import. `electron` stands for the package, every other entry for a folder or a file. */
export type ImportTable = Readonly<Record<string, readonly string[]>>;

/** The folders that have borders. What lies outside of them, such as `package.json`, may be imported everywhere. */
const topFolders = ['main', 'preload', 'renderer', 'test', 'build'];

/**
 * Makes a rule that reports imports which the table does not allow. Relative imports carry their extension, so that a path is all it
 * takes to find a file; whether the file exists is the type checker's business.
 * The paths of the table begin in the folder where the linter runs.
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

/** The module that a file belongs to: the longest entry of the table that it lies in; undefined for a file without borders. */
function moduleOf(file: string, table: ImportTable): string | undefined {
  return Object.keys(table)
    .filter((entry) => contains(entry, file))
    .sort((a, b) => b.length - a.length)[0];
}

/** Whether a path is an entry of the table or lies in it. `FOLDER/*.ts` means the files of a folder without its subfolders. */
function contains(entry: string, file: string): boolean {
  if (entry.endsWith('/*.ts')) return path.posix.dirname(file) === path.posix.dirname(entry);
  return file === entry || file.startsWith(`${entry}/`);
}

function toPath(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll(path.sep, '/');
}
