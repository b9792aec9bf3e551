import path from 'node:path';

/** Static, dynamic and type imports, and files that are named beside the module. */
const imports = /\b(?:from|import|URL)\s*\(?\s*['"](\.[^'"?]+)/g;

/** The files that a source file names in its imports, types too, as paths from where the file's own begins. */
export function importsIn(file: string, text: string): string[] {
  return [...text.matchAll(imports)].map(([, source = '']) =>
    path.posix.join(path.posix.dirname(file), source),
  );
}
