import path from 'node:path';
import { expect, it } from 'vitest';
import { startChunk } from '../../../../build/bundle/startChunk.ts';

/** The imports of a small window, as the bundler tells them. */
const imports: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['App.svelte', 'list.svelte'],
  'App.svelte': ['button.ts'],
  'list.svelte': ['grid.ts', 'button.ts'],
  'grid.ts': ['list.svelte'],
  // Imported by the list when it is opened, which is no import of the start.
  'dialog.svelte': ['button.ts', 'form.ts'],
};

const idOf = (file: string): string => path.resolve(file).replaceAll(path.sep, '/');
const modules = {
  getModuleInfo: (id: string) => ({ importedIds: (imports[path.basename(id)] ?? []).map(idOf) }),
};

it('puts all imports of the roots into one chunk, also repeated and circular ones, and nothing else', () => {
  const nameOf = startChunk(['main.ts'], /never/);
  const inStart = Object.keys(imports).filter((file) => nameOf(idOf(file), modules) === 'start');
  expect(inStart).toEqual(['main.ts', 'App.svelte', 'list.svelte', 'grid.ts']);
  expect(nameOf(idOf('button.ts'), modules)).toBe('start');
  expect(nameOf(idOf('form.ts'), modules)).toBeNull();
});

it('ends a build whose start loads what it never may', () => {
  expect(() => startChunk(['main.ts'], /button/)(idOf('form.ts'), modules)).toThrow(
    /button\.ts.*list\.svelte/,
  );
});
