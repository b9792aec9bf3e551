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
 * `npm run lint`: oxlint reads everything but components, and ESLint components and modules with runes; both by the rules of
 * `eslint.config.ts`. Files that had nothing wrong are not read again before something changes (`CleanFiles`); with `--whole` all are.
 * To mend what can be mended by itself, run `npx oxlint --fix PATH` or `npx eslint --fix PATH`.
 */

/** What the garbage collector aims at in the part of oxlint that knows types: without it that takes 1.2 GB. */
const memory = { GOMEMLIMIT: '600MiB' };

/** What decides what is wrong. */
const causes = [
  ...[
    '{eslint,oxlint}.config.ts',
    'svelte.config.js',
    'build/lint/*.ts',
    '{,{preload,renderer,test}/**/}tsconfig.json',
  ],
  'node_modules/.package-lock.json',
];

const isComponent = (file: string): boolean => /^renderer\/.*\.svelte(\.ts)?$/.test(file);

/** @returns whether oxlint finds nothing wrong; what is, it prints */
async function scriptsPass(files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  // One thread takes less processor time than several, and leaves the others to the tests.
  const args = [packageProgram('oxlint', 'bin', 'oxlint'), '--threads=1', '--no-error-on-unmatched-pattern'];
  const child = spawn(process.execPath, [...args, ...files], {
    cwd: projectFolder,
    stdio: 'inherit',
    env: { ...process.env, ...memory },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** What is wrong in components. */
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
  // One by one: the linter keeps the syntax trees of all files that it is given together.
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
