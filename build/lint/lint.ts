import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ESLint } from 'eslint';
import { projectFolder } from '../start/project.ts';
import { filesOf, lintParts, type LintPart } from './parts.ts';
import { typedProgram } from './typedProgram.ts';

/**
 * `npm run lint`: lints the project, each part in a process of its own, one after the other, since what a part leaves in memory would add up;
 * with names of parts, those alone. To mend what can be mended by itself, run `npx eslint --fix PATH`.
 */

/** What is wrong in a part. */
async function lint(part: LintPart): Promise<ESLint.LintResult[]> {
  const eslint = new ESLint({
    cwd: projectFolder,
    warnIgnored: false,
    overrideConfig: {
      files: ['**/*.{ts,svelte}'],
      languageOptions: {
        parserOptions: { projectService: false, programs: [typedProgram(projectFolder, part)] },
      },
    },
  });
  const wrong: ESLint.LintResult[] = [];
  // One by one: the linter keeps the syntax trees of all files that it is given together.
  for (const file of filesOf(part)) {
    const results = await eslint.lintFiles(file);
    wrong.push(...results.filter(({ messages }) => messages.length > 0));
  }
  return wrong;
}

const names = process.argv.slice(2);
const unknown = names.find((name) => !lintParts.some((part) => part.name === name));
if (unknown !== undefined) {
  process.stderr.write(
    `${unknown} is not a part. Usage: npm run lint -- [${lintParts.map(({ name }) => name).join('|')}] …\n`,
  );
  process.exit(2);
}
const chosen = lintParts.filter(({ name }) => names.length === 0 || names.includes(name));
const [part] = chosen;
if (chosen.length === 1 && part !== undefined) {
  const wrong = await lint(part);
  const formatter = await new ESLint({ cwd: projectFolder }).loadFormatter('stylish');
  process.stdout.write(await formatter.format(wrong));
  if (wrong.length > 0) process.exitCode = 1;
} else {
  for (const { name } of chosen) {
    const { status } = spawnSync(process.execPath, [...process.execArgv, import.meta.filename, name], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
}
