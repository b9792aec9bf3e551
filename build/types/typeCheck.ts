import path from 'node:path';
import ts from 'typescript';

/** A set of files that is checked with compiler options of its own. */
export interface TypePass {
  /** A `tsconfig.json`; the files that it includes are checked. */
  readonly configuration: string;
  /** Which of these files are checked; all where it is missing. Paths from the project's folder, with `/`. */
  readonly only?: (file: string) => boolean;
  /** Returns the text that is checked in the place of a file's own, if there is one. */
  readonly readInstead?: (file: string) => string | undefined;
}

/**
 * Checks types in several passes. Each file is parsed once for all of them, and checked in those that include it; a file that is only
 * imported is checked where it belongs. Throws where a configuration cannot be read.
 * @param projectFolder absolute
 */
export function checkTypes(projectFolder: string, passes: readonly TypePass[]): readonly ts.Diagnostic[] {
  const parsed = new Map<string, ts.SourceFile | undefined>();
  return passes.flatMap((pass) => checkPass(projectFolder, pass, parsed));
}

function checkPass(
  projectFolder: string,
  { configuration, only = () => true, readInstead = () => undefined }: TypePass,
  parsed: Map<string, ts.SourceFile | undefined>,
): ts.Diagnostic[] {
  const { fileNames, options, errors } = readConfiguration(path.resolve(projectFolder, configuration));
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (file, target, ...others) => {
    const text = readInstead(file);
    if (text !== undefined) return ts.createSourceFile(file, text, target);
    if (!parsed.has(file)) parsed.set(file, parse(file, target, ...others));
    return parsed.get(file);
  };
  const program = ts.createProgram(fileNames, options, host);
  const checked = fileNames.filter((file) =>
    only(path.relative(projectFolder, file).replaceAll(path.sep, '/')),
  );
  return [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...checked.flatMap((file) => {
      const source = program.getSourceFile(file);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    }),
  ];
}

/** Reads a `tsconfig.json`, with others that it extends. */
export function readConfiguration(
  file: string,
  extraExtensions: readonly ts.FileExtensionInfo[] = [],
): ts.ParsedCommandLine {
  const fail = (problem: ts.Diagnostic): never => {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(
    file,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
    undefined,
    undefined,
    extraExtensions,
  );
  if (parsed === undefined) throw new Error(`${file} cannot be read.`);
  return parsed;
}
