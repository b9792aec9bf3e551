import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { App } from './app.ts';
import { compose } from './composition.ts';
import { provideElectron } from './resolveElectron.ts';

const [first, ...others] = process.argv.slice(2);
const named = first !== undefined && !first.startsWith('-');
/** The folder of the app that this process was started with. */
const appFolder = path.resolve(named ? first : path.join(import.meta.dirname, '..', '..'));
/** The switches after it. */
export const switches = first === undefined || named ? others : [first, ...others];

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
  process.argv = [process.execPath, appFolder, ...args];
  const { electron, live } = compose({ appFolder, args });
  ({ app } = electron);
  await provideElectron(electron);
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
