/**
 * Keys of commands: `Mod+Shift+k`. `Mod` is ⌘ on macOS and Ctrl elsewhere, the last part is `KeyboardEvent.key`.
 */

/** What is read of a `KeyboardEvent`. */
export interface KeyPress {
  readonly key: string;
  /** The place of the key, whatever is printed on it; empty for some that a program presses. */
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The key in lower case. One that writes a letter of another script counts as the Latin letter of its place, so that commands have the same keys
 * on Cyrillic, Greek, Hebrew, Arabic and Korean layouts. Rule: UI Events, "Keyboard event key and code".
 */
export function keyOf({ key, code = '' }: Pick<KeyPress, 'key' | 'code'>): string {
  const [, place] = /^Key([A-Z])$/.exec(code) ?? [];
  return (place !== undefined && /^\P{ASCII}$/u.test(key) ? place : key).toLowerCase();
}

/** True where exactly these keys are pressed. Shift does not count for signs that need it on some keyboards, such as `?`. */
export function matches(keys: string, pressed: KeyPress, mac: boolean): boolean {
  const { key, modifiers } = parse(keys);
  const has = (name: string): boolean => modifiers.has(name);
  const ctrl = has('Ctrl') || (has('Mod') && !mac);
  const meta = has('Mod') && mac;
  return (
    keyOf(pressed) === key.toLowerCase() &&
    pressed.ctrlKey === ctrl &&
    pressed.metaKey === meta &&
    pressed.altKey === has('Alt') &&
    (isSign(key) || pressed.shiftKey === has('Shift'))
  );
}

/** True where any of these keys are pressed. */
export function matchesAny(all: readonly string[], pressed: KeyPress, mac: boolean): boolean {
  return all.some((keys) => matches(keys, pressed, mac));
}

/** True where the keys do something else while the user types. */
export function isOfTyping(keys: string, mac: boolean): boolean {
  const { key, modifiers } = parse(keys);
  // There ⌥ moves by a word, and writes signs.
  if (mac && modifiers.has('Alt') && !modifiers.has('Mod')) return true;
  return key.length === 1 && ![...modifiers].some((name) => name !== 'Shift');
}

/** The keys as printed on them: `['Ctrl', 'Shift', 'K']`, on macOS `['⌘', '⇧', 'K']`. */
export function printed(keys: string, mac: boolean): string[] {
  const { key, modifiers } = parse(keys);
  return [
    ...[...modifiers].map((name) => (mac ? (macSigns[name] ?? name) : name === 'Mod' ? 'Ctrl' : name)),
    keySigns[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ];
}

const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' };
const keySigns: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
  ' ': 'Space',
};

function parse(keys: string): { key: string; modifiers: ReadonlySet<string> } {
  // The key may be the plus sign itself: `Mod++`.
  const parts = keys.split(/\+(?=.)/);
  return { key: parts.at(-1) ?? '', modifiers: new Set(parts.slice(0, -1)) };
}

function isSign(key: string): boolean {
  return key.length === 1 && key.toLowerCase() === key.toUpperCase() && !/\d/.test(key);
}
