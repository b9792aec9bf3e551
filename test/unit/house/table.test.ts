import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rooms } from '../../../eslint.config.ts';

/** The table of `docs/architecture.md` says what the linter holds. */

interface Row {
  readonly room: string;
  readonly mayImport: readonly string[];
}

function rowsOf(text: string): Row[] {
  const [, table = ''] = text.split('| Room | Subject | May import |\n');
  return table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .slice(1)
    .map((line) => {
      const [room = '', , imports = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return {
        room: room.replaceAll('`', ''),
        mayImport: imports === '—' ? [] : imports.split(', ').map(fullName),
      };
    });
}

/** Rooms of main are named without it, and the contract without its folder; in backquotes stands the whole path. */
function fullName(word: string): string {
  if (word.startsWith('`')) return word.replaceAll('`', '');
  if (word === 'contract') return 'preload/contract';
  return word === 'electron' || word === 'main' ? word : `main/${word}`;
}

it('names every room and what it may import', () => {
  const documented = rowsOf(readFileSync('docs/architecture.md', 'utf8'));
  const sorted = (names: readonly string[]): string[] => names.toSorted();
  expect(Object.fromEntries(documented.map(({ room, mayImport }) => [room, sorted(mayImport)]))).toEqual(
    Object.fromEntries(Object.entries(rooms).map(([room, mayImport]) => [room, sorted(mayImport)])),
  );
});
