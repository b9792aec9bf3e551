import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ESLint } from 'eslint';
import { packageProgram, projectFolder } from '../start/project.ts';
import { typedProgram } from './typedProgram.ts';

/**
 * `npm run lint`: oxlint reads everything but components, and ESLint components and modules with runes; both by the rules of
 * `eslint.config.ts`. To mend what can be mended by itself, run `npx oxlint --fix PATH` or `npx eslint --fix PATH`.
 */

/** What the garbage collector aims at in the part of oxlint that knows types: without it that takes 1.2 GB. */
const memory = { GOMEMLIMIT: '600MiB' };

/** What is wrong in components. */
async function lintComponents(): Promise<ESLint.LintResult[]> {
  const eslint = new ESLint({
    cwd: projectFolder,
    overrideConfig: {
      files: ['**/*.{ts,svelte}'],
      languageOptions: {
        parserOptions: {
          projectService: false,
          programs: [typedProgram(path.join(projectFolder, 'renderer', 'tsconfig.json'))],
        },
      },
    },
  });
  const wrong: ESLint.LintResult[] = [];
  // One by one: the linter keeps the syntax trees of all files that it is given together.
  for (const file of globSync('renderer/**/*.{svelte,svelte.ts}', { cwd: projectFolder })) {
    const results = await eslint.lintFiles(file);
    wrong.push(...results.filter(({ messages }) => messages.length > 0));
  }
  return wrong;
}

// One thread takes less processor time than several, and leaves the others to the tests.
const { status } = spawnSync(process.execPath, [packageProgram('oxlint', 'bin', 'oxlint'), '--threads=1'], {
  cwd: projectFolder,
  stdio: 'inherit',
  env: { ...process.env, ...memory },
});
const wrong = await lintComponents();
const formatter = await new ESLint({ cwd: projectFolder }).loadFormatter('stylish');
process.stdout.write(await formatter.format(wrong));
process.exitCode = status === 0 && wrong.length === 0 ? 0 : 1;
