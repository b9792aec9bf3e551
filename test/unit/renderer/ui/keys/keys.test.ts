import { describe, expect, it } from 'vitest';
import { commands } from '../../../../../preload/contract/commands.ts';
import { acceleratorOf } from '../../../../../main/platform/system/accelerator.ts';
import { isOfTyping, matches, printed, type KeyPress } from '../../../../../renderer/ui/keys/keys.ts';

const pressed = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('keys of a command', () => {
  it('are Ctrl on most systems and ⌘ on macOS', () => {
    expect(matches('Mod+k', pressed('k', { ctrlKey: true }), false)).toBe(true);
    expect(matches('Mod+k', pressed('k', { ctrlKey: true }), true)).toBe(false);
    expect(matches('Mod+k', pressed('k', { metaKey: true }), true)).toBe(true);
    expect(printed('Mod+Shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
    expect(printed('Mod+Shift+k', true)).toEqual(['⌘', '⇧', 'K']);
  });

  it('are these and no others', () => {
    expect(matches('Mod+k', pressed('K', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(matches('Mod+Shift+t', pressed('T', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
    expect(matches('Alt+ArrowLeft', pressed('ArrowLeft', { altKey: true, ctrlKey: true }), false)).toBe(
      false,
    );
  });

  it('are met by place where the keyboard writes another script', () => {
    const held = { code: 'KeyK', ctrlKey: true };
    for (const key of ['л', 'Л', 'κ', 'ל', 'ن', 'ㅏ'])
      expect(matches('Mod+k', pressed(key, held), false), key).toBe(true);
    // The layout decides where it has the letter itself.
    expect(matches('Mod+k', pressed('t', held), false)).toBe(false);
    expect(matches('Mod+k', pressed('é', { ...held, code: 'Digit2' }), false)).toBe(false);
  });

  it('of a sign are met however the keyboard writes it', () => {
    expect(matches('?', pressed('?', { shiftKey: true }), false)).toBe(true);
    expect(matches('?', pressed('?'), false)).toBe(true);
  });

  it('that write something, undo it, or on macOS move by a word, are those of the box that the user types in', () => {
    const keys = [
      '?',
      'Shift+C',
      'Mod+k',
      'Mod+Alt+k',
      'Ctrl+Tab',
      'Alt+ArrowLeft',
      'Alt+ArrowRight',
      'Mod+z',
    ];
    expect(keys.filter((one) => isOfTyping(one, false))).toEqual(['?', 'Shift+C', 'Mod+z']);
    expect(keys.filter((one) => isOfTyping(one, true))).toEqual([
      '?',
      'Shift+C',
      'Alt+ArrowLeft',
      'Alt+ArrowRight',
      'Mod+z',
    ]);
  });

  it('are each for one command', () => {
    const keys = [...commands.values()].flatMap((command) => command.keys ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['Mod+Shift+l', 'CmdOrCtrl+Shift+L'],
    ['Alt+ArrowLeft', 'Alt+Left'],
    ['Mod+,', 'CmdOrCtrl+,'],
    ['?', 'Shift+/'],
  ])('%s stand in the native menu as %s', (keys, accelerator) => {
    expect(acceleratorOf(keys)).toBe(accelerator);
  });
});
