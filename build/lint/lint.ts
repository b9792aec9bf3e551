import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ESLint } from 'eslint';
import { projectFolder } from '../start/project.ts';
import { filesOf, lintParts, type LintPart } from './parts.ts';
import { typedProgram } from './typedProgram.ts';

/**
 * `npm run lint`: lints the project, one part after the other, each in a process of its own; with names of parts, those alone. To mend
 * what can be mended by itself, run `npx eslint --fix PATH`.
 */

/** In megabytes. V8 would let garbage grow to many times what is in use. */
const heapLimit = 750;

async function lintHere(part: LintPart): Promise<boolean> {
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
  const results: ESLint.LintResult[] = [];
  // One by one: the linter keeps the syntax trees of all files that it is given together.
  for (const file of filesOf(part)) results.push(...(await eslint.lintFiles(file)));
  const formatter = await eslint.loadFormatter('stylish');
  process.stdout.write(await formatter.format(results));
  return results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
}

function lintApart(name: string): boolean {
  const options = [`--max-old-space-size=${heapLimit.toString()}`, '--max-semi-space-size=16'];
  const args = [...options, import.meta.filename, '--here', name];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

const names = process.argv.slice(2).filter((arg) => arg !== '--here');
const unknown = names.find((name) => !lintParts.some((part) => part.name === name));
if (unknown !== undefined) {
  process.stderr.write(
    `${unknown} is no part. Usage: npm run lint -- [${lintParts.map(({ name }) => name).join('|')}] …\n`,
  );
  process.exit(2);
}
const parts = lintParts.filter(({ name }) => names.length === 0 || names.includes(name));
let well = true;
for (const part of parts) {
  const isWell = process.argv.includes('--here') ? await lintHere(part) : lintApart(part.name);
  well &&= isWell;
}
process.exitCode = well ? 0 : 1;
