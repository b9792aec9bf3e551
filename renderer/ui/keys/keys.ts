/** Keys of commands: `Mod+Shift+k`, see `commands.ts` of the contract. */

export interface KeyPress {
  readonly key: string;
  /** The physical key; empty for some synthetic events. */
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * In lower case. Letters of other scripts count as the Latin letter of their key, so that shortcuts work on
 * all layouts. Source: UI Events, "Keyboard event key and code".
 */
export function keyOf({ key, code = '' }: Pick<KeyPress, 'key' | 'code'>): string {
  const [, place] = /^Key([A-Z])$/.exec(code) ?? [];
  return (place !== undefined && /^\P{ASCII}$/u.test(key) ? place : key).toLowerCase();
}

/** Ignores Shift for signs such as `?`, which need it on some keyboards. */
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

export function matchesAny(all: readonly string[], pressed: KeyPress, mac: boolean): boolean {
  return all.some((keys) => matches(keys, pressed, mac));
}

/** True for keys with another meaning while typing. */
export function isOfTyping(keys: string, mac: boolean): boolean {
  const { key, modifiers } = parse(keys);
  // On macOS, ⌥ moves by words and types symbols.
  if (mac && modifiers.has('Alt') && !modifiers.has('Mod')) return true;
  // Text fields have their own undo.
  if (key === 'z' && modifiers.has('Mod')) return true;
  return key.length === 1 && ![...modifiers].some((name) => name !== 'Shift');
}

/** Returns `['Ctrl', 'Shift', 'K']`, on macOS `['⌘', '⇧', 'K']`. */
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
  // The key may be a plus sign: `Mod++`.
  const parts = keys.split(/\+(?=.)/);
  return { key: parts.at(-1) ?? '', modifiers: new Set(parts.slice(0, -1)) };
}

function isSign(key: string): boolean {
  return key.length === 1 && key.toLowerCase() === key.toUpperCase() && !/\d/.test(key);
}

export function onMac(): boolean {
  return navigator.platform.startsWith('Mac');
}
