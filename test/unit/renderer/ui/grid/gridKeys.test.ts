import { expect, it } from 'vitest';
import { commandOf } from '../../../../../renderer/ui/grid/gridKeys.ts';

const inBody = { row: 3, column: 1 };
const inHeader = { row: -1, column: 1 };

function press(keys: string): Parameters<typeof commandOf>[0] {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) === 'Space' ? ' ' : (parts.at(-1) ?? ''),
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
  };
}

it('keys of a cell', () => {
  expect(
    [
      'Enter',
      'Ctrl+c',
      'Meta+c',
      'Ctrl+a',
      'Shift+Space',
      'Ctrl+Space',
      'Shift+F10',
      'Alt+ArrowDown',
      'Delete',
    ].map((keys) => commandOf(press(keys), inBody, false)?.do),
  ).toEqual(['open', 'copy', 'copy', 'select-all', 'select-row', 'select-column', 'menu', 'menu', undefined]);
});

it('keys of a header arrange its column', () => {
  expect(
    ['Enter', 'Shift+Enter', 'Ctrl+Shift+ArrowLeft', 'Shift+ArrowRight', 'Delete', 'Ctrl+Enter'].map((keys) =>
      commandOf(press(keys), inHeader, false),
    ),
  ).toEqual([
    { do: 'sort', add: false },
    { do: 'sort', add: true },
    { do: 'move-column', by: -1 },
    { do: 'resize-column', by: 16 },
    { do: 'hide-column' },
    { do: 'fit-column' },
  ]);
});

it('Escape first gives the selection up, and then goes to others', () => {
  expect(commandOf(press('Escape'), inBody, true)).toEqual({ do: 'clear-selection' });
  expect(commandOf(press('Escape'), inBody, false)).toBeNull();
});

it('with Control or Command, Enter in a cell is left to the view, which runs a statement with it', () => {
  expect(commandOf(press('Ctrl+Enter'), inBody, false)).toBeNull();
  expect(commandOf(press('Meta+Enter'), inBody, false)).toBeNull();
});

it('arrows are left to move, and Alt with them to the window', () => {
  expect(commandOf(press('ArrowLeft'), inBody, false)).toBeNull();
  expect(commandOf(press('Alt+ArrowLeft'), inHeader, false)).toBeNull();
});
