import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { shellConfiguration, writeElectronNamespace } from '../../test/chromium-shell/typecheck/check.ts';
import { projectFolder } from '../start/project.ts';

/** Checks all types of the project but those of the components, which `svelte-check` reads: the first half of `npm run types`. */

export const configurations: readonly string[] = [
  'tsconfig.json',
  // The contract once more, where there is neither Node nor a page.
  'preload/contract/tsconfig.json',
  // Tests that run code in pages, where both are known.
  'test/e2e/tsconfig.json',
  shellConfiguration,
];

/**
 * Checks the files of a configuration and all that they import.
 * @param folder the project's, absolute
 * @param configuration the path of a `tsconfig.json` from there
 * @returns what the compiler says, each error with its file, as a path from the folder; empty where nothing is wrong
 */
export function typeErrors(folder: string, configuration: string): readonly string[] {
  writeElectronNamespace();
  const compiler = path.join(projectFolder, 'node_modules/typescript-native/bin/tsc');
  // One thread takes less processor time than several, which check much twice, and leaves the others to the tests.
  const args = [compiler, '--singleThreaded', '--pretty', 'false', '--project', configuration];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return [];
  if (stdout === '') throw new Error(`The compiler failed: ${stderr}`);
  // Further lines of an error are indented.
  return stdout.trimEnd().split(/\r?\n(?=\S)/);
}

if (import.meta.main) {
  // What several configurations include is reported once.
  const errors = new Set(configurations.flatMap((configuration) => typeErrors(projectFolder, configuration)));
  for (const error of errors) process.stderr.write(`${error}\n`);
  process.exitCode = errors.size === 0 ? 0 : 1;
}
