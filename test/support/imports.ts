import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Relative to the project, with `/`. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

const topFolders = ['main', 'preload', 'renderer', 'build', 'test'];

/** Reads every source file of the project in the current folder. */
export function readImportGraph(): ImportGraph {
  const files = topFolders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|mjs|js|svelte)$/.test(entry.name))
      .map((entry) => path.posix.join(entry.parentPath.replaceAll(path.sep, '/'), entry.name)),
  );
  return new Map(
    files.map((file) => [
      file,
      importsOf(file, readFileSync(file, 'utf8')).map((source) =>
        path.posix.join(path.posix.dirname(file), source),
      ),
    ]),
  );
}

/** Returns static, dynamic and type imports, without a bundler's `?query`. */
export function importsOf(file: string, text: string): string[] {
  const sources: string[] = [];
  const add = (node: ts.Node | undefined): void => {
    if (node !== undefined && ts.isStringLiteral(node) && node.text.startsWith('.'))
      sources.push(node.text.replace(/\?.*$/, ''));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    else {
      if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
        add(node.arguments[0]);
      ts.forEachChild(node, visit);
    }
  };
  ts.forEachChild(
    ts.createSourceFile(file, scriptsIn(file, text), ts.ScriptTarget.Latest, false, ts.ScriptKind.TS),
    visit,
  );
  return sources;
}

function scriptsIn(file: string, text: string): string {
  if (!file.endsWith('.svelte')) return text;
  return [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script).join('\n');
}

/** Returns relative imports without a file, as `FILE imports TARGET`. */
export function danglingImports(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, targets]) =>
    targets
      .filter((target) => !graph.has(target) && !existsSync(target))
      .map((target) => `${file} imports ${target}`),
  );
}

/** Returns one path for each group of files that import each other, as `A → B → A`. */
export function importCycles(graph: ImportGraph): string[] {
  const cycles: string[] = [];
  const finished = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): void => {
    if (finished.has(file)) return;
    const from = way.indexOf(file);
    if (from !== -1) {
      cycles.push([...way.slice(from), file].join(' → '));
      return;
    }
    way.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    way.pop();
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
