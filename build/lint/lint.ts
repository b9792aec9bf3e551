import process from 'node:process';
import { ESLint } from 'eslint';
import { projectFolder } from '../start/project.ts';
import { filesOf, lintParts, type LintPart } from './parts.ts';
import { typedProgram } from './typedProgram.ts';

/**
 * `npm run lint`: lints the project, one part after the other; with names of parts, those alone. To mend what can be mended by itself,
 * run `npx eslint --fix PATH`.
 */

/** What is wrong in a part. The part's types are garbage when it returns, so that all parts together need little more memory than one. */
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
const formatter = await new ESLint({ cwd: projectFolder }).loadFormatter('stylish');
for (const part of lintParts) {
  if (names.length > 0 && !names.includes(part.name)) continue;
  const wrong = await lint(part);
  process.stdout.write(await formatter.format(wrong));
  if (wrong.length > 0) process.exitCode = 1;
}
