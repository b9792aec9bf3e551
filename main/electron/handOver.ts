import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { app } from 'electron';

/**
 * Has another process of the app open what is for its window. macOS takes a command for the app that runs, and hands links, files and a click on the app's
 * picture to it (docs/api/app.md, `activate`): while one works, nothing else would open.
 */
export function handOverToWindow(): void {
  if (process.platform !== 'darwin') return;
  // `RWA Explorer.app/Contents/MacOS/RWA Explorer`
  const bundle = resolve(process.execPath, '../../..');
  const open = (...args: readonly string[]): void => {
    const child = spawn('open', ['-n', '-a', bundle, ...(args.length === 0 ? [] : ['--args', ...args])], {
      stdio: 'ignore',
      detached: true,
    });
    child.once('error', (error) => process.stderr.write(`The window did not open: ${error.message}\n`));
    child.unref();
  };
  app.on('activate', () => open());
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(link);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(path);
  });
}
