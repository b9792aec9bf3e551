import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { call, fixtureFolder, makeUserDataDir } from './fixtureApp.ts';
import { isOnPath } from '../../../build/system/commands.mjs';
import { startOnShell } from '../../e2e/fixtures/shellApp.ts';

it('on a display the app has a window of its own, which asks what a system dialog would ask', async (context) => {
  if (!isOnPath('Xvfb')) context.skip('Xvfb is not installed');
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(display, 'exit');
  const numbers = display.stdio[3];
  if (!(numbers instanceof Readable)) throw new Error('Xvfb tells no display.');
  const [number] = (await once(numbers, 'data')) as [Buffer];
  const userDataDir = await makeUserDataDir();
  try {
    const app = await startOnShell({
      appFolder: fixtureFolder,
      userDataDir,
      display: `:${number.toString().trim()}`,
    });
    await expect.poll(() => app.window.evaluate('[outerWidth, outerHeight]')).toEqual([900, 600]);
    expect(await app.window.evaluate("matchMedia('(display-mode: standalone)').matches")).toBe(true);
    app.window.once('dialog', (dialog) => void dialog.accept(path.join(userDataDir, 'typed.txt')));
    expect(await call(app.window, 'proposeFile')).toBe(path.join(userDataDir, 'typed.txt'));
    app.window.once('dialog', (dialog) => void dialog.dismiss());
    expect(await call(app.window, 'proposeFile')).toBe('');
    app.window.once('dialog', (dialog) => void dialog.accept());
    const options = { message: 'Sure?', buttons: ['No', 'Yes'], defaultId: 1, cancelId: 0 };
    expect(await call(app.window, 'ask', options)).toMatchObject({ response: 1 });
    await app.quit();
  } finally {
    display.kill();
    await ended;
  }
});
