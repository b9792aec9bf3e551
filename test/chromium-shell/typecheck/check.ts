import path from 'node:path';
import process from 'node:process';
import ts from 'typescript';

/**
 * Compiles `main` and `preload` against the shell instead of Electron: `npm run types` calls it. Electron's declarations
 * are needed for the global namespace `Electron`, which the shell's own types are made from; but the same file declares
 * the module `electron`, and such a declaration comes before any `paths`. So it is read without that.
 */

const configuration = path.join(import.meta.dirname, 'tsconfig.json');
const electronModules = /declare module 'electron[^']*' \{[^}]*\}/g;

/** The compiler's errors; with `examples` for them alone: code by the name of its file, as if it lay in `main`. */
export function typeErrors(examples?: Readonly<Record<string, string>>): readonly ts.Diagnostic[] {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    configuration,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (problem) => {
        throw new Error(String(problem.messageText));
      },
    },
  );
  if (parsed === undefined) throw new Error(`${configuration} cannot be read.`);
  const mainFolder = path.resolve(import.meta.dirname, '../../../main');
  const written = new Map(
    Object.entries(examples ?? {}).map(([name, code]) => [path.join(mainFolder, name), code]),
  );
  const host = ts.createCompilerHost(parsed.options);
  const readFile = host.readFile.bind(host);
  host.readFile = (file) => {
    const text = readFile(file);
    return file.endsWith('/electron/electron.d.ts') ? text?.replaceAll(electronModules, '') : text;
  };
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, options, ...others) => {
    const code = written.get(file);
    return code === undefined
      ? getSourceFile(file, options, ...others)
      : ts.createSourceFile(file, code, options);
  };
  const files = examples === undefined ? parsed.fileNames : [...written.keys()];
  return ts.getPreEmitDiagnostics(ts.createProgram(files, parsed.options, host));
}

if (process.argv[1] === import.meta.filename) {
  const errors = typeErrors();
  process.stderr.write(
    ts.formatDiagnostics(errors, {
      getCanonicalFileName: (file) => file,
      getCurrentDirectory: () => process.cwd(),
      getNewLine: () => '\n',
    }),
  );
  process.exitCode = errors.length === 0 ? 0 : 1;
}
