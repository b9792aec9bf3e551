import process from 'node:process';
import ts from 'typescript';
import { shellPass } from '../../test/chromium-shell/typecheck/check.ts';
import { projectFolder } from '../start/project.ts';
import { checkTypes, type TypePass } from './typeCheck.ts';

/** Checks all types of the project but those of the components, which `svelte-check` reads: the first half of `npm run types`. */

export const passes: readonly TypePass[] = [
  { configuration: 'tsconfig.json' },
  // The contract once more, where there is neither Node nor a page.
  { configuration: 'preload/contract/tsconfig.json' },
  // Tests that run code in pages, where both are known.
  { configuration: 'test/e2e/tsconfig.json' },
  shellPass,
];

if (import.meta.main) {
  const errors = checkTypes(projectFolder, passes);
  process.stderr.write(
    ts.formatDiagnostics(errors, {
      getCanonicalFileName: (file) => file,
      getCurrentDirectory: () => projectFolder,
      getNewLine: () => '\n',
    }),
  );
  process.exitCode = errors.length === 0 ? 0 : 1;
}
