import path from 'node:path';

/** Static, dynamic and type imports, and files named by URL. */
const imports = /\b(?:from|import|URL)\s*\(?\s*['"](\.[^'"?]+)/g;

/** Returns relative imports of a file, including types, as paths with the base of `file`. */
export function importsIn(file: string, text: string): string[] {
  return [...text.matchAll(imports)].map(([, source = '']) =>
    path.posix.join(path.posix.dirname(file), source),
  );
}
