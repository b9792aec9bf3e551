import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { shellConfiguration, writeElectronNamespace } from '../../test/chromium-shell/typecheck/check.ts';
import { checksFolder, packageProgram, projectFolder } from '../start/project.ts';

/**
 * `npm run types`: checks all types of the project, those of the components with `svelte-check`. What did not change since the last
 * run, and imports nothing that did, is not checked again; with `--whole` everything is.
 */

export const configurations: readonly string[] = [
  'tsconfig.json',
  // The contract once more, where there is neither Node nor a page.
  'preload/contract/tsconfig.json',
  // Tests that run code in pages, where both are known.
  'test/e2e/tsconfig.json',
  shellConfiguration,
];

/** What `svelte-check` is started with. */
export const componentsCheck: readonly string[] = [
  ...['--tsconfig', 'test/components/tsconfig.json', '--fail-on-warnings', '--incremental', '--tsgo'],
];

/** What the compiler remembers between runs. */
const memory = path.join(checksFolder, 'types');

/** What `svelte-check` remembers: it takes no other folder. */
const memoryOfComponents = path.join(projectFolder, '.svelte-check');

/**
 * Checks the files of a configuration and all that they import.
 * @param folder the project's, absolute
 * @param configuration the path of a `tsconfig.json` from there
 * @param memoryFile where the compiler remembers what it has checked
 * @returns what the compiler says, each error with its file, as a path from the folder; empty where nothing is wrong
 */
export function typeErrors(folder: string, configuration: string, memoryFile?: string): readonly string[] {
  writeElectronNamespace(folder);
  const compiler = packageProgram('@typescript', 'native-preview', 'bin', 'tsc');
  // One thread takes less processor time than several, which check much twice, and leaves the others to the tests.
  const args = [compiler, '--singleThreaded', '--pretty', 'false', '--project', configuration];
  if (memoryFile !== undefined) args.push('--incremental', '--tsBuildInfoFile', memoryFile);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return [];
  if (stdout === '') throw new Error(`The compiler failed: ${stderr}`);
  // Further lines of an error are indented.
  return stdout.trimEnd().split(/\r?\n(?=\S)/);
}

/** @returns whether nothing is wrong; what is, it prints */
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
  // What several configurations include is reported once.
  const errors = new Set(
    configurations.flatMap((configuration, index) =>
      typeErrors(projectFolder, configuration, path.join(memory, `${String(index)}.tsbuildinfo`)),
    ),
  );
  for (const error of errors) process.stderr.write(`${error}\n`);
  process.exitCode = (await components) && errors.size === 0 ? 0 : 1;
}
