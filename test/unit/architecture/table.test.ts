import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { modules } from '../../../build/lint/modules.ts';

/** The table of `docs/architecture.md` says what the linter holds. */

interface Row {
  readonly module: string;
  readonly mayImport: readonly string[];
}

function rowsOf(text: string): Row[] {
  const [, table = ''] = text.split('| Module | Subject | May import |\n');
  return table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .slice(1)
    .map((line) => {
      const [module = '', , imports = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return {
        module: module.replaceAll('`', ''),
        mayImport: imports === '—' ? [] : imports.split(', ').map(fullName),
      };
    });
}

/** The modules of main and of the window are named by their last part; in backquotes stands the whole path. */
function fullName(word: string): string {
  if (word.startsWith('`')) return word.replaceAll('`', '');
  if (word === 'electron') return word;
  const found = ['preload', 'main', 'main/features', 'renderer']
    .map((folder) => (word === folder ? word : `${folder}/${word}`))
    .find((name) => name === word || name in modules);
  return found ?? word;
}

it('names every module and what it may import', () => {
  const documented = rowsOf(readFileSync('docs/architecture.md', 'utf8'));
  const sorted = (names: readonly string[]): string[] => names.toSorted();
  expect(Object.fromEntries(documented.map(({ module, mayImport }) => [module, sorted(mayImport)]))).toEqual(
    Object.fromEntries(Object.entries(modules).map(([module, mayImport]) => [module, sorted(mayImport)])),
  );
});
