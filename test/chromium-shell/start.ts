import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveElectronToShell } from './resolveElectron.ts';

/**
 * Runs a built Electron app over a system Chromium:
 * `node test/chromium-shell/start.ts [APP FOLDER] [--user-data-dir=DIR] [--remote-debugging-port=N] [--headless] [switches]`.
 * Chromium's own profile lies in the folder `Chromium` inside the user-data folder.
 */

const [first, ...others] = process.argv.slice(2);
const named = first !== undefined && !first.startsWith('-');
const appFolder = path.resolve(named ? first : path.join(import.meta.dirname, '..', '..'));
const switches = first === undefined || named ? others : [first, ...others];

process.argv = [process.execPath, appFolder, ...switches];
resolveElectronToShell();
const { app, begin } = await import('./composition.ts');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (app.isQuitting) process.exit(1);
    app.quit();
    // An app that does not end is ended.
    setTimeout(() => process.exit(1), 5000).unref();
  });
}

const { main } = JSON.parse(readFileSync(path.join(appFolder, 'package.json'), 'utf8')) as { main: string };
const mainScript = path.join(appFolder, main);
if (!existsSync(mainScript)) {
  process.stderr.write(`${mainScript} is not built yet. Run: npm run build\n`);
  process.exit(1);
}
await import(pathToFileURL(mainScript).href);
try {
  await begin();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
