import { readFileSync } from 'node:fs';
import * as svelteParser from 'svelte-eslint-parser';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import svelteConfig from '../../svelte.config.js';

const components = {
  extension: '.svelte',
  isMixedContent: true,
  scriptKind: ts.ScriptKind.Deferred,
} as const;

/**
 * Creates one program of components and modules with runes. The linter's own service would create one for
 * each component, since the parsed text differs from the file, and check imported types each time.
 * @param configuration path of their `tsconfig.json`
 * @param files absolute
 */
export function typedProgram(configuration: string, files: readonly string[]): ts.Program {
  const { fileNames, options } = readConfiguration(configuration);
  const all = { ...options, allowNonTsExtensions: true };
  const host = ts.createCompilerHost(all);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, target, ...others) =>
    /\.svelte(\.ts)?$/.test(file)
      ? ts.createSourceFile(file, scriptOf(file, readFileSync(file, 'utf8')), target, true, ts.ScriptKind.TS)
      : getSourceFile(file, target, ...others);
  return ts.createProgram([...files, ...fileNames.filter((file) => file.endsWith('.d.ts'))], all, host);
}

/** Returns the TypeScript that the linter's parser generates. It is the last text that the parser parses. */
function scriptOf(file: string, text: string): string {
  let script = '';
  const parse: (code: string, options: object) => unknown = tseslint.parser.parseForESLint;
  svelteParser.parseForESLint(text, {
    filePath: file,
    svelteConfig,
    parser: {
      ...tseslint.parser,
      parseForESLint: (code: string, options: object) => {
        script = code;
        return parse(code, options);
      },
    },
  });
  return script;
}

function readConfiguration(file: string): ts.ParsedCommandLine {
  const fail = (problem: ts.Diagnostic): never => {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
  const parsed = ts.getParsedCommandLineOfConfigFile(file, {}, host, undefined, undefined, [components]);
  if (parsed === undefined) throw new Error(`${file} cannot be read.`);
  return parsed;
}
