import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { shellConfiguration, writeElectronNamespace } from '../../test/chromium-shell/typecheck/check.ts';
import { checksFolder, packageProgram, projectFolder } from '../start/project.ts';

/**
 * `npm run types`: checks all types, those of components with `svelte-check`. Unchanged files with unchanged
 * imports are skipped, unless `--whole`.
 */

export const configurations: readonly string[] = [
  'tsconfig.json',
  // The contract without types of Node or the page.
  'preload/contract/tsconfig.json',
  // Tests that run code in pages need both.
  'test/e2e/tsconfig.json',
  shellConfiguration,
];

export const componentsCheck: readonly string[] = [
  ...['--tsconfig', 'test/components/tsconfig.json', '--fail-on-warnings', '--incremental', '--tsgo'],
];

const memory = path.join(checksFolder, 'types');

/** `svelte-check` takes no other folder. */
const memoryOfComponents = path.join(projectFolder, '.svelte-check');

/**
 * Checks the files of a configuration and their imports.
 * @param folder the project's, absolute
 * @param configuration path of a `tsconfig.json` from there
 * @param memoryFile the compiler's memory of checked files
 * @returns errors, each with its file relative to the folder; empty for none
 */
export function typeErrors(folder: string, configuration: string, memoryFile?: string): readonly string[] {
  writeElectronNamespace(folder);
  const compiler = packageProgram('@typescript', 'native-preview', 'bin', 'tsc');
  // One thread takes less processor time, and leaves other processors to the tests.
  const args = [compiler, '--singleThreaded', '--pretty', 'false', '--project', configuration];
  if (memoryFile !== undefined) args.push('--incremental', '--tsBuildInfoFile', memoryFile);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return [];
  if (stdout === '') throw new Error(`The compiler failed: ${stderr}`);
  return stdout.trimEnd().split(/\r?\n(?=\S)/);
}

/**
 * Prints problems.
 * @returns whether there are none
 */
async function componentsPass(): Promise<boolean> {
  const program = packageProgram('svelte-check', 'bin', 'svelte-check');
  const child = spawn(process.execPath, [program, ...componentsCheck], {
    cwd: projectFolder,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

if (import.meta.main) {
  if (process.argv.includes('--whole'))
    for (const one of [memory, memoryOfComponents]) rmSync(one, { recursive: true, force: true });
  mkdirSync(memory, { recursive: true });
  const components = componentsPass();
  // Files in several configurations are reported once.
  const errors = new Set(
    configurations.flatMap((configuration, index) =>
      typeErrors(projectFolder, configuration, path.join(memory, `${String(index)}.tsbuildinfo`)),
    ),
  );
  for (const error of errors) process.stderr.write(`${error}\n`);
  process.exitCode = (await components) && errors.size === 0 ? 0 : 1;
}
