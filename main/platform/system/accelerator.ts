export function acceleratorOf(keys: string): string {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const named = names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  return [...parts.slice(0, -1).map((modifier) => (modifier === 'Mod' ? 'CmdOrCtrl' : modifier)), named].join(
    '+',
  );
}

const names: Readonly<Record<string, string>> = {
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  '?': 'Shift+/',
};
