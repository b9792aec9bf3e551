import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { app } from 'electron';

/**
 * Opens links and files in a separate app process. macOS treats a running command as the app and sends it
 * links, files and Dock clicks (docs/api/app.md, `activate`), so nothing else would open.
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
