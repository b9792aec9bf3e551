import { load, switches } from './load.ts';

/**
 * Runs a built Electron app over a system Chromium:
 * `node test/chromium-shell/start.ts [APP FOLDER] [--user-data-dir=DIR] [--remote-debugging-port=N] [--headless] [switches]`.
 * Chromium's own profile lies in the folder `Chromium` inside the user-data folder.
 */
// As Electron (`lib/browser/init.ts`): what nobody has caught is shown in a box, and the app goes on.
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    if (process.listenerCount(event) === 1)
      process.stderr.write(`A JavaScript error occurred: ${String(error)}\n`);
  });
const live = await load(switches);
try {
  process.exit(await live());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
