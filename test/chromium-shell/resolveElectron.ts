import { registerHooks } from 'node:module';

/** The modules of Electron that a main process can import by name. */
const moduleNames = [
  ...[
    'app',
    'autoUpdater',
    'BaseWindow',
    'BrowserView',
    'BrowserWindow',
    'clipboard',
    'ClipboardItem',
    'contentTracing',
    'crashReporter',
  ],
  ...[
    'desktopCapturer',
    'dialog',
    'globalShortcut',
    'ImageView',
    'inAppPurchase',
    'ipcMain',
    'Menu',
    'MenuItem',
  ],
  ...['MessageChannelMain', 'nativeImage', 'nativeTheme', 'net', 'netLog', 'Notification', 'powerMonitor'],
  ...[
    'powerSaveBlocker',
    'protocol',
    'pushNotifications',
    'safeStorage',
    'screen',
    'session',
    'ShareMenu',
    'shell',
  ],
  ...[
    'systemPreferences',
    'TouchBar',
    'Tray',
    'utilityProcess',
    'View',
    'webContents',
    'WebContentsView',
    'webFrameMain',
  ],
];

const syntheticUrl = 'chromium-shell:electron';

/** From here on `import … from 'electron'` in this thread means the shell. */
export function resolveElectronToShell(): void {
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
}

/** The shell's modules under their names, and in the place of each that it lacks one that throws. */
function electronModule(): string {
  const file = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  return [
    `import * as provided from ${file('electron.ts')};`,
    `import { lackingModule } from ${file('lacking.ts')};`,
    `const electron = name => name in provided ? provided[name] : lackingModule(name);`,
    ...moduleNames.map((name) => `export const ${name} = electron('${name}');`),
    `export default { ${moduleNames.join(', ')} };`,
  ].join('\n');
}
