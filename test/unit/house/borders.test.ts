import { ESLint, Linter } from 'eslint';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { importBorders } from '../../../build/lint/importBorders.ts';
import { rooms } from '../../../eslint.config.ts';

/** The import borders of `eslint.config.ts`, seen at work on a few lines of code in each room. */

const eslint = new ESLint();
const linter = new Linter();

/** The rule alone: with all the others the linter would read the types of the whole project. */
function borderErrors(filePath: string, code: string): string[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    plugins: { project: { rules: { 'import-borders': importBorders(process.cwd(), rooms) } } },
    languageOptions: { parser: ts.parser as Linter.Parser },
    rules: { 'project/import-borders': 'error' },
  };
  return linter.verify(code, config, { filename: filePath }).map(({ ruleId, message }) => ruleId ?? message);
}

const forbidden: readonly (readonly [string, string])[] = [
  ['main/service/client.ts', '../store/store.ts'],
  ['main/service/client.ts', '../keychain/keyStore.ts'],
  ['main/store/store.ts', '../service/client.ts'],
  ['main/sample/sampleService.ts', '../store/store.ts'],
  ['main/explore/explorer.ts', '../desktop/ipc.ts'],
  ['main/explore/explorer.ts', '../export/exports.ts'],
  ['main/export/exports.ts', '../connections/connections.ts'],
  ['main/keychain/keyStore.ts', '../service/client.ts'],
  ['preload/contract/query.ts', '../../main/rooms.ts'],
  ['preload/index.ts', '../main/rooms.ts'],
  ['renderer/main.ts', '../main/rooms.ts'],
  ['renderer/main.ts', '../preload/index.ts'],
  ['main/rooms.ts', '../test/support/httpServer.ts'],
];

const allowed: readonly (readonly [string, string])[] = [
  ['main/service/client.ts', '../../preload/contract/query.ts'],
  ['main/sample/sampleService.ts', '../store/query/compile.ts'],
  ['main/explore/explorer.ts', '../store/store.ts'],
  ['main/export/runExport.ts', '../explore/explorer.ts'],
  ['main/desktop/ipc.ts', '../rooms.ts'],
  ['renderer/main.ts', '../preload/contract/json.ts'],
  ['preload/index.ts', './contract/bridge.ts'],
];

describe('import borders', () => {
  it.each(forbidden)('%s may not import %s', (filePath, imported) => {
    const code = `import * as other from '${imported}';\nexport const it = other;\n`;
    expect(borderErrors(filePath, code)).toEqual(['project/import-borders']);
  });

  it.each(allowed)('%s may import %s', (filePath, imported) => {
    const code = `import * as other from '${imported}';\nexport const it = other;\n`;
    expect(borderErrors(filePath, code)).toEqual([]);
  });

  it.each([
    "export * from '../store/store.ts';",
    "export { openStore } from '../store/store.ts';",
    "export const later = () => import('../store/store.ts');",
    "import type { Store } from '../store/store.ts';\nexport type { Store };",
  ])('hold for every form of an import: %s', (code) => {
    expect(borderErrors('main/service/client.ts', code)).toEqual(['project/import-borders']);
  });

  it.each([
    'main/service/client.ts',
    'main/rooms.ts',
    'main/index.ts',
    'renderer/main.ts',
    'preload/contract/query.ts',
  ])('%s may not know Electron', (filePath) => {
    const code = `import { app } from 'electron';\nexport const name = app;\n`;
    expect(borderErrors(filePath, code)).toEqual(['project/import-borders']);
  });

  it('lets the desktop room and the preload know Electron', () => {
    const code = `import { app } from 'electron';\nexport const name = app;\n`;
    expect(borderErrors('main/desktop/ipc.ts', code)).toEqual([]);
    expect(borderErrors('preload/index.ts', code)).toEqual([]);
  });
});

describe('the linter', () => {
  it.each([
    'main/service/client.ts',
    'main/index.ts',
    'preload/index.ts',
    'renderer/main.ts',
    'renderer/App.svelte',
  ])('has the borders switched on for %s', async (filePath) => {
    const { rules } = (await eslint.calculateConfigForFile(filePath)) as Linter.Config;
    expect(rules?.['project/import-borders']).toEqual([2]);
  });

  it.each(['main/service/client.ts', 'main/desktop/window.ts', 'renderer/main.ts', 'main/icons/icons.ts'])(
    'lets %s make no requests of its own',
    async (filePath) => {
      const { rules } = (await eslint.calculateConfigForFile(filePath)) as Linter.Config;
      const [severity, ...names] = rules?.['no-restricted-globals'] as [number, ...{ name: string }[]];
      expect([severity, names.map(({ name }) => name)]).toEqual([
        2,
        ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'],
      ]);
    },
  );
});
