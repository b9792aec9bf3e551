import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { App } from './app.ts';
import { compose } from './composition.ts';
import { provideElectron } from './resolveElectron.ts';

/** The program as the app sees it. Windows starts no scripts: there it is Node. */
const program = process.env['CHROMIUM_SHELL_PROGRAM'] ?? path.join(import.meta.dirname, 'program');
const packedApp = path.join(path.dirname(program), 'resources', 'app');
const isPackaged = existsSync(packedApp);

const given = process.argv.slice(2);
/** As Electron: the first argument that is no switch is the app's folder (`default_app/main.ts`). */
const folderAt = given.findIndex((arg) => !arg.startsWith('-'));
/** The folder of the app that this process was started with. */
const appFolder = isPackaged
  ? packedApp
  : path.resolve(given[folderAt] ?? path.join(import.meta.dirname, '..', '..'));
/** What it was started with, with its folder where that is named. */
export const switches = isPackaged || folderAt !== -1 ? given : [appFolder, ...given];

const electron = createRequire(import.meta.url)('electron/package.json') as { version: string };
process.env['CHROMIUM_SHELL_NODE'] = process.execPath;
process.env['CHROMIUM_SHELL_START'] = path.join(import.meta.dirname, 'start.ts');
if (process.platform !== 'win32') process.execPath = program;
Object.defineProperties(process, {
  versions: { value: { ...process.versions, electron: electron.version } },
  resourcesPath: { value: path.join(path.dirname(program), 'resources') },
});

let runs = 0;
let app: App | undefined;

// Chromium listens to these (`InstallShutdownSignalHandlers`), until the app does: Node then takes its place, and gives it to nobody when
// the app's last listener goes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  const quit = (): void => {
    if (app === undefined || app.isQuitting) process.exit(1);
    app.quit();
    // An app that does not end is ended.
    setTimeout(() => process.exit(1), 20_000).unref();
  };
  process.on(signal, quit).on('newListener', (event) => {
    // Not before the other one listens: Node would give the signal up meanwhile.
    if (event === signal) queueMicrotask(() => process.off(signal, quit));
  });
}

/** Loads the app, anew where it has run before. Returns what starts it, which resolves with its exit code. */
export async function load(args: readonly string[]): Promise<() => Promise<number>> {
  runs += 1;
  process.argv = [process.execPath, ...args];
  const { electron: modules, live } = compose({ appFolder, isPackaged, args });
  ({ app } = modules);
  await provideElectron(modules);
  const { main } = JSON.parse(readFileSync(path.join(appFolder, 'package.json'), 'utf8')) as { main: string };
  const mainScript = path.join(appFolder, main);
  if (!existsSync(mainScript)) {
    process.stderr.write(`${mainScript} is not built yet. Run: npm run build\n`);
    process.exit(1);
  }
  // A module runs once under each address.
  await import(`${pathToFileURL(mainScript).href}${runs === 1 ? '' : `?${runs.toString()}`}`);
  return live;
}
