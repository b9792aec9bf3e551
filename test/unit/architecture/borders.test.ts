import { ESLint, Linter } from 'eslint';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { importBorders } from '../../../build/lint/importBorders.ts';
import { borders } from '../../../build/lint/modules.ts';

/** The import borders of `build/lint/modules.ts`, seen at work on a few lines of code in each module. */

const eslint = new ESLint();
const linter = new Linter();

/** The rule alone: with all the others the linter would read the types of the whole project. */
function borderErrors(filePath: string, code: string): string[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    plugins: { project: { rules: { 'import-borders': importBorders(borders) } } },
    languageOptions: { parser: ts.parser as Linter.Parser },
    rules: { 'project/import-borders': 'error' },
  };
  return linter.verify(code, config, { filename: filePath }).map(({ ruleId, message }) => ruleId ?? message);
}

const forbidden: readonly (readonly [string, string])[] = [
  ['main/data-service/client.ts', '../store/store.ts'],
  ['main/data-service/client.ts', '../platform/keychain/keyStore.ts'],
  ['main/store/store.ts', '../data-service/client.ts'],
  ['main/sample-service/sampleProcess.ts', '../store/store.ts'],
  ['main/features/records/recordReader.ts', '../../electron/ipc.ts'],
  ['main/features/records/recordReader.ts', '../exports/exports.ts'],
  ['main/features/exports/exports.ts', '../connections/connections.ts'],
  ['main/platform/keychain/keyStore.ts', '../../data-service/client.ts'],
  ['preload/contract/query.ts', '../../main/services.ts'],
  ['preload/index.ts', '../main/services.ts'],
  ['renderer/main.ts', '../main/services.ts'],
  ['renderer/main.ts', '../preload/index.ts'],
  ['renderer/ui/controls/menu.ts', '../../features/records/list.svelte.ts'],
  ['renderer/ui/controls/menu.ts', '../../bridge.ts'],
  ['renderer/shell/app.svelte.ts', '../features/watchlists/watch.svelte.ts'],
  ['renderer/shell/App.svelte.ts', '../features/jobs/register.ts'],
  ['renderer/shell/app.svelte.ts', '../query/queries.ts'],
  ['renderer/format/text.ts', '../fields/cell.ts'],
  ['renderer/features/compare/rows.ts', '../records/list.svelte.ts'],
  ['renderer/features/records/list.svelte.ts', '../compare/place.ts'],
  ['main/services.ts', '../test/support/httpServer.ts'],
];

const allowed: readonly (readonly [string, string])[] = [
  ['main/data-service/client.ts', '../../preload/contract/query.ts'],
  ['main/sample-service/sampleProcess.ts', '../store/query/compile.ts'],
  ['main/features/records/recordReader.ts', '../../store/store.ts'],
  ['main/features/exports/runExport.ts', '../records/recordReader.ts'],
  ['main/electron/ipc.ts', '../services.ts'],
  ['renderer/main.ts', '../preload/contract/json.ts'],
  ['renderer/main.ts', './features/records/register.ts'],
  ['renderer/features/records/register.ts', '../../shell/app.svelte.ts'],
  ['renderer/features/compare/rows.ts', '../records/public.ts'],
  ['renderer/features/compare/rows.ts', './ids.ts'],
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
    expect(borderErrors('main/data-service/client.ts', code)).toEqual(['project/import-borders']);
  });

  it.each([
    'main/data-service/client.ts',
    'main/services.ts',
    'main/index.ts',
    'renderer/main.ts',
    'preload/contract/query.ts',
  ])('%s may not know Electron', (filePath) => {
    const code = `import { app } from 'electron';\nexport const name = app;\n`;
    expect(borderErrors(filePath, code)).toEqual(['project/import-borders']);
  });

  it('lets the module for Electron and the preload know Electron', () => {
    const code = `import { app } from 'electron';\nexport const name = app;\n`;
    expect(borderErrors('main/electron/ipc.ts', code)).toEqual([]);
    expect(borderErrors('preload/index.ts', code)).toEqual([]);
  });
});

describe('the linter', () => {
  it.each([
    'main/data-service/client.ts',
    'main/index.ts',
    'preload/index.ts',
    'renderer/main.ts',
    'renderer/shell/App.svelte',
  ])('has the borders switched on for %s', async (filePath) => {
    const { rules } = (await eslint.calculateConfigForFile(filePath)) as Linter.Config;
    expect(rules?.['project/import-borders']).toEqual([2]);
  });

  it.each([
    'main/data-service/client.ts',
    'main/electron/window.ts',
    'renderer/main.ts',
    'main/features/icons/icons.ts',
  ])('lets %s make no requests of its own', async (filePath) => {
    const { rules } = (await eslint.calculateConfigForFile(filePath)) as Linter.Config;
    const [severity, ...names] = (rules ?? {})['no-restricted-globals'] as [number, ...{ name: string }[]];
    expect([severity, names.map(({ name }) => name)]).toEqual([
      2,
      ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'],
    ]);
  });
});
