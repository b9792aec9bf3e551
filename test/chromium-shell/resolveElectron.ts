import { createRequire, registerHooks } from 'node:module';
import type { Composition } from './composition.ts';

/** The modules of Electron that a main process can import by name. */
const moduleNames = `
  app autoUpdater BaseWindow BrowserView BrowserWindow clipboard ClipboardItem contentTracing crashReporter
  desktopCapturer dialog globalShortcut ImageView inAppPurchase ipcMain Menu MenuItem MessageChannelMain
  nativeImage nativeTheme net netLog Notification powerMonitor powerSaveBlocker protocol pushNotifications
  safeStorage screen session ShareMenu shell systemPreferences TouchBar Tray utilityProcess View
  webContents WebContentsView webFrameMain`
  .trim()
  .split(/\s+/);

const syntheticUrl = 'chromium-shell:electron';

// As soon as this module is loaded, `import … from 'electron'` in this thread means the shell.
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'electron') return { url: syntheticUrl, format: 'module', shortCircuit: true };
    return nextResolve(specifier, context);
  },
  load(url, context, nextLoad) {
    if (url !== syntheticUrl) return nextLoad(url, context);
    return { format: 'module', source: electronModule(), shortCircuit: true };
  },
});

/** Sets what the module `electron` has, in all that have imported it already too. Who requires it, as electron-updater does, has another copy. */
export async function provideElectron(modules: Composition['electron']): Promise<void> {
  for (const copy of [await import('electron'), createRequire(import.meta.url)('electron')] as unknown[])
    (copy as { provide(provided: object): void }).provide(modules);
}

/** The shell's modules under their names, and in the place of each that it lacks one that throws. */
function electronModule(): string {
  return [
    `import { lackingModule } from ${JSON.stringify(new URL('lacking.ts', import.meta.url).href)};`,
    `export let ${moduleNames.join(', ')};`,
    `let all;`,
    `export { all as default };`,
    `export function provide(modules) {`,
    ...moduleNames.map((name) => `  ${name} = modules.${name} ?? lackingModule('${name}');`),
    `  all = { ${moduleNames.join(', ')} };`,
    `}`,
  ].join('\n');
}
