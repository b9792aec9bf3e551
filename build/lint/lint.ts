import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ESLint } from 'eslint';
import { checksFolder, packageProgram, projectFolder } from '../start/project.ts';
import { CleanFiles } from './cleanFiles.ts';
import { typedProgram } from './typedProgram.ts';

/**
 * `npm run lint`: oxlint checks all files except components; ESLint checks components and modules with runes.
 * Both use the rules of `eslint.config.ts`. Clean files are skipped until they change (`CleanFiles`), unless
 * `--whole`. To fix problems, run `npx oxlint --fix PATH` or `npx eslint --fix PATH`.
 */

/** Memory goal of oxlint's typed rules, which take 1.2 GB without it. */
const memory = { GOMEMLIMIT: '600MiB' };

/** Files that decide results. */
const causes = [
  ...[
    '{eslint,oxlint}.config.ts',
    'svelte.config.js',
    'build/lint/*.ts',
    '{,{preload,renderer,test}/**/}tsconfig.json',
  ],
  'node_modules/.package-lock.json',
];

const isComponent = (file: string): boolean => /^(renderer|test\/components)\/.*\.svelte(\.ts)?$/.test(file);

/**
 * Prints problems.
 * @returns whether there are none
 */
async function scriptsPass(files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  // One thread takes less processor time, and leaves other processors to the tests.
  const args = [packageProgram('oxlint', 'bin', 'oxlint'), '--threads=1', '--no-error-on-unmatched-pattern'];
  const child = spawn(process.execPath, [...args, ...files], {
    cwd: projectFolder,
    stdio: 'inherit',
    env: { ...process.env, ...memory },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

async function lintComponents(files: readonly string[]): Promise<ESLint.LintResult[]> {
  if (files.length === 0) return [];
  const eslint = new ESLint({
    cwd: projectFolder,
    overrideConfig: {
      files: ['**/*.{ts,svelte}'],
      languageOptions: {
        parserOptions: {
          projectService: false,
          programs: [
            typedProgram(
              path.join(projectFolder, 'renderer', 'tsconfig.json'),
              files.map((file) => path.join(projectFolder, file)),
            ),
          ],
        },
      },
    },
  });
  const wrong: ESLint.LintResult[] = [];
  // One at a time, since the linter keeps the syntax trees of all files of a call.
  for (const file of files) {
    const results = await eslint.lintFiles(file);
    wrong.push(...results.filter(({ messages }) => messages.length > 0));
  }
  return wrong;
}

const filesOf = (...patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: projectFolder }).map((file) => file.replaceAll(path.sep, '/'));

const memoryFile = path.join(checksFolder, 'lint.json');
if (process.argv.includes('--whole')) rmSync(memoryFile, { force: true });
const all = filesOf('{main,preload,renderer,test,build}/**/*.{ts,js,mjs,cjs,svelte}', '*.{ts,js}');
const clean = new CleanFiles(projectFolder, all, filesOf(...causes), memoryFile);
const unknown = clean.unknown();
const scripts = unknown.filter((file) => !file.endsWith('.svelte'));
const scriptsPassed = scriptsPass(scripts);
const wrong = await lintComponents(unknown.filter(isComponent));
const formatter = await new ESLint({ cwd: projectFolder }).loadFormatter('stylish');
process.stdout.write(await formatter.format(wrong));
const passed = await scriptsPassed;
clean.remember(
  new Set([
    ...(passed ? [] : scripts),
    ...wrong.map(({ filePath }) => path.relative(projectFolder, filePath).replaceAll(path.sep, '/')),
  ]),
);
process.exitCode = passed && wrong.length === 0 ? 0 : 1;
