import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

/** The import borders of `eslint.config.ts`, seen at work on a few lines of code in each room. */

const eslint = new ESLint();

async function borderErrors(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? [])
    .map(({ ruleId }) => ruleId ?? '')
    .filter((rule) => rule === 'import-x/no-restricted-paths' || rule === 'no-restricted-imports');
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
  it.each(forbidden)('%s may not import %s', async (filePath, imported) => {
    const code = `import * as other from '${imported}';\nexport const it = other;\n`;
    expect(await borderErrors(filePath, code)).toEqual(['import-x/no-restricted-paths']);
  });

  it.each(allowed)('%s may import %s', async (filePath, imported) => {
    const code = `import * as other from '${imported}';\nexport const it = other;\n`;
    expect(await borderErrors(filePath, code)).toEqual([]);
  });

  it.each([
    'main/service/client.ts',
    'main/rooms.ts',
    'main/index.ts',
    'renderer/main.ts',
    'preload/contract/query.ts',
  ])('%s may not know Electron', async (filePath) => {
    const code = `import { app } from 'electron';\nexport const name = app;\n`;
    expect(await borderErrors(filePath, code)).toEqual(['no-restricted-imports']);
  });

  it.each(['main/service/client.ts', 'main/desktop/window.ts', 'renderer/main.ts', 'main/icons/icons.ts'])(
    '%s may not make requests of its own',
    async (filePath) => {
      const [result] = await eslint.lintText("export const answer = await fetch('https://example.com');\n", {
        filePath,
      });
      expect(result?.messages.map(({ ruleId }) => ruleId)).toContain('no-restricted-globals');
    },
  );

  it('lets the desktop room and the preload know Electron', async () => {
    const code = `import { app } from 'electron';\nexport const name = app;\n`;
    expect(await borderErrors('main/desktop/ipc.ts', code)).toEqual([]);
    expect(await borderErrors('preload/index.ts', code)).toEqual([]);
  });
});
