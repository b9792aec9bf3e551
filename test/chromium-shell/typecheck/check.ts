import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readConfiguration, type TypePass } from '../../../build/types/typeCheck.ts';

/**
 * Compiles `main` and `preload` against the shell instead of Electron: `npm run types` makes this pass. Electron's declarations
 * are needed for the global namespace `Electron`, which the shell's own types are made from; but the same file declares
 * the module `electron`, and such a declaration comes before any `paths`. So it is read without that.
 */
export const shellPass: TypePass = {
  configuration: 'test/chromium-shell/typecheck/tsconfig.json',
  // Only these know Electron, as the linter sees to; the entry points compose them.
  only: (file) => file.startsWith('main/electron/') || /^(main\/[^/]+|preload\/index\.ts)$/.test(file),
  readInstead: electronWithoutModules,
};

function electronWithoutModules(file: string): string | undefined {
  if (!file.endsWith('/electron/electron.d.ts')) return undefined;
  return readFileSync(file, 'utf8').replaceAll(/declare module 'electron[^']*' \{[^}]*\}/g, '');
}

/** The compiler's errors in examples: code by the name of its file, as if it lay in `main`. */
export function typeErrors(examples: Readonly<Record<string, string>>): readonly ts.Diagnostic[] {
  const { options } = readConfiguration(path.join(import.meta.dirname, 'tsconfig.json'));
  const mainFolder = path.resolve(import.meta.dirname, '../../../main');
  const written = new Map(
    Object.entries(examples).map(([name, code]) => [path.join(mainFolder, name), code]),
  );
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, target, ...others) => {
    const code = written.get(file) ?? electronWithoutModules(file);
    return code === undefined
      ? getSourceFile(file, target, ...others)
      : ts.createSourceFile(file, code, target);
  };
  return ts.getPreEmitDiagnostics(ts.createProgram([...written.keys()], options, host));
}
