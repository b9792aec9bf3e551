import { load, switches } from './load.ts';

/**
 * Runs a built Electron app over a system Chromium:
 * `node test/chromium-shell/start.ts [APP FOLDER] [--user-data-dir=DIR] [--remote-debugging-port=N] [--headless] [switches]`.
 * Chromium's own profile lies in the folder `Chromium` inside the user-data folder.
 */
const live = await load(switches);
try {
  process.exit(await live());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
