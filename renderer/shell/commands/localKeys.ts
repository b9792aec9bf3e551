import { matchesAny, printed, onMac, type KeyPress } from '../../ui/keys/keys.ts';

/** Keys that work while a part of a view has the focus. The list of shortcuts shows them. */
export interface LocalKey {
  readonly keys: readonly string[];
  readonly title: string;
}

export const builderKeys = {
  run: { keys: ['Mod+Enter'], title: 'Run the query' },
  undo: { keys: ['Mod+z'], title: 'Undo' },
  redo: { keys: ['Mod+y', 'Mod+Shift+z'], title: 'Redo' },
  close: { keys: ['Escape'], title: 'Close the query; it stays as it is' },
} as const satisfies Record<string, LocalKey>;

export const sqlKeys = {
  run: { keys: ['Mod+Enter'], title: 'Run the statement' },
  stop: { keys: ['Escape'], title: 'Stop it' },
} as const satisfies Record<string, LocalKey>;

export const nodeKeys = {
  moveUp: { keys: ['Alt+ArrowUp'], title: 'Move the condition or group up' },
  moveDown: { keys: ['Alt+ArrowDown'], title: 'Move it down' },
  duplicate: { keys: ['Mod+d'], title: 'Duplicate it' },
  remove: { keys: ['Mod+Backspace'], title: 'Remove it' },
} as const satisfies Record<string, LocalKey>;

export const gripKeys = {
  moveUp: { keys: ['ArrowUp'], title: 'On its handle: move up' },
  moveDown: { keys: ['ArrowDown'], title: 'On its handle: move down' },
  switchOff: { keys: [' '], title: 'On its handle: switch off or on' },
  remove: { keys: ['Delete', 'Backspace'], title: 'On its handle: remove' },
} as const satisfies Record<string, LocalKey>;

const tableKeys: readonly LocalKey[] = [
  { keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'], title: 'Move; with Shift select' },
  { keys: ['PageUp', 'PageDown'], title: 'Move by a screen' },
  { keys: ['Home', 'End'], title: 'First or last column; with Ctrl the corners' },
  { keys: ['Enter'], title: 'Open the record' },
  { keys: ['Shift+F10'], title: 'Open the menu of the cell or column' },
  { keys: ['Shift+ '], title: 'Select the row' },
  { keys: ['Ctrl+ '], title: 'Select the column' },
  { keys: ['Mod+a'], title: 'Select all' },
  { keys: ['Mod+c'], title: 'Copy' },
];

const headerKeys: readonly LocalKey[] = [
  { keys: ['Enter'], title: 'Sort by the column' },
  { keys: ['Shift+Enter'], title: 'Add the column to the sort' },
  { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], title: 'Make it narrower or wider' },
  { keys: ['Mod+Enter'], title: 'Fit it to what it holds' },
  { keys: ['Mod+Shift+ArrowLeft', 'Mod+Shift+ArrowRight'], title: 'Move it' },
  { keys: ['Delete'], title: 'Hide it' },
];

const chartKeys: readonly LocalKey[] = [
  { keys: ['ArrowLeft', 'ArrowRight'], title: 'Read day by day; with Shift by ten' },
  { keys: ['PageUp', 'PageDown'], title: 'Read by thirty days' },
  { keys: ['+', '-'], title: 'Zoom' },
  { keys: ['0'], title: 'Show everything' },
];

const windowKeys: readonly LocalKey[] = [
  { keys: ['Mod++', 'Mod+-'], title: 'Zoom in or out' },
  { keys: ['Mod+0'], title: 'Actual size' },
];

export const localKeys: ReadonlyMap<string, readonly LocalKey[]> = new Map([
  ['In a table', tableKeys],
  ['In the header of a table', headerKeys],
  [
    'In the query builder',
    [...Object.values(builderKeys), ...Object.values(nodeKeys), ...Object.values(gripKeys)],
  ],
  ['In SQL', Object.values(sqlKeys)],
  ['In a chart', chartKeys],
  ['In a record', [{ keys: ['Escape'], title: 'Close the record' }]],
  ['In the tabs', [{ keys: ['Delete'], title: 'Close the tab' }]],
  ['In the window', windowKeys],
]);

export function isPressed({ keys }: LocalKey, event: KeyPress): boolean {
  return matchesAny(keys, event, onMac());
}

/** Returns `Ctrl D`. */
export function keyLabel({ keys }: LocalKey): string {
  return keys.map((one) => printed(one, onMac()).join(' ')).join(' or ');
}

/** For `aria-keyshortcuts`: `Control+D`. */
export function ariaKeys(all: readonly LocalKey[]): string {
  const modifier = onMac() ? 'Meta' : 'Control';
  return all
    .flatMap(({ keys }) => keys)
    .map((keys) => keys.replace('Mod', modifier).replace('Ctrl', 'Control').replace(' ', 'Space'))
    .join(' ');
}
