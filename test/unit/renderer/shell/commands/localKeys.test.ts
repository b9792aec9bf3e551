import { expect, it } from 'vitest';
import { matchesAny, printed } from '../../../../../renderer/ui/keys/keys.ts';
import { localKeys, nodeKeys } from '../../../../../renderer/shell/commands/localKeys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it('keys of a part have words of their own, and can be printed', () => {
  for (const [where, all] of localKeys) {
    expect(new Set(all.map(({ title }) => title)).size, where).toBe(all.length);
    for (const key of all.flatMap(({ keys }) => keys)) expect(printed(key, false).at(-1)).toMatch(/\S/);
  }
});

it('a condition listens to the keys that the list names', () => {
  expect(matchesAny(nodeKeys.duplicate.keys, { ...plain, key: 'd', ctrlKey: true }, false)).toBe(true);
  expect(matchesAny(nodeKeys.duplicate.keys, { ...plain, key: 'd', metaKey: true }, true)).toBe(true);
  expect(matchesAny(nodeKeys.moveUp.keys, { ...plain, key: 'ArrowUp' }, false)).toBe(false);
});

it('the plus sign and the space bar are keys too', () => {
  expect(printed('Mod++', false)).toEqual(['Ctrl', '+']);
  expect(printed('Shift+ ', false)).toEqual(['Shift', 'Space']);
  expect(matchesAny(['Mod++'], { ...plain, key: '+', ctrlKey: true }, false)).toBe(true);
});
